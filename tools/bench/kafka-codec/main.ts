// `npm run bench:kafka-codec`: measures how much CPU a message takes on its way into and out of the bytes of Kafka's protocol, with
// kafkajs as it comes and as Telemon uses it.
import type { Message } from 'kafkajs';
import { createRequire } from 'node:module';
import { isDeepStrictEqual } from 'node:util';
import { median } from '../durations.ts';
import { whenAndWhere } from '../machine.ts';
import { runBench } from '../run.ts';
import { type Side, SIDES, TOPIC } from './client-parts.ts';
import { BATCHES, type BenchOptions, HELP, readOptions } from './options.ts';
import { markdown, type Results, type StepFigures } from './results.ts';

/** A message of `telemetry.raw` as an endpoint writes it. */
const messageOf = (_: unknown, place: number): Message => ({
  key: `cold-room-${place % 1_000}`,
  value: Buffer.from(
    JSON.stringify({ TC1: 4.5, TC2: -18.25, TC3: 21, timestamp: 1_780_000_000_000 + place, seq: place }),
  ),
  headers: {
    arrivalId: `bm90LWEtc2Vj-${place.toString(36)}`,
    deviceKey: String(place % 1_000),
    login: 'Zm9ydHktdHdv',
    receivedAt: String(1_780_000_000_000 + place),
    steadyAt: `0b51a6c4-${place}.5`,
    source: 'mqtt',
  },
});

/** Where the record set of a request of one topic and partition begins. */
const RECORD_SET_AT = 26 + TOPIC.length;

/** A Fetch response with the record set of a request. */
const responseWith = (request: Buffer): Buffer => {
  const topic = Buffer.alloc(2 + TOPIC.length);
  topic.writeInt16BE(TOPIC.length);
  topic.write(TOPIC, 2);
  // Throttle time, error, session and one topic; one partition, its error, offsets and preferred replica.
  const head = Buffer.alloc(14);
  head.writeInt32BE(1, 10);
  const partition = Buffer.alloc(42);
  partition.writeInt32BE(1, 0);
  partition.writeInt32BE(-1, 38);
  return Buffer.concat([head, topic, partition, request.subarray(RECORD_SET_AT - 4)]);
};

/** CPU time of both sides, in turns. */
const compare = async (
  step: string,
  batch: number,
  { rounds, messages }: BenchOptions,
  work: (side: Side) => unknown,
): Promise<StepFigures> => {
  const found = { client: [] as number[], telemon: [] as number[] };
  // The first round doesn't count: code becomes fast while it runs.
  for (let round = 0; round <= rounds; round++) {
    for (const key of ['client', 'telemon'] as const) {
      const repetitions = Math.ceil(messages / batch);
      const before = process.cpuUsage();
      for (let repetition = 0; repetition < repetitions; repetition++) await work(SIDES[key]);
      const { user, system } = process.cpuUsage(before);
      if (round > 0) found[key].push((user + system) / repetitions / batch);
    }
  }
  return { step, batch, client: median(found.client), telemon: median(found.telemon) };
};

async function measure(options: BenchOptions): Promise<Results> {
  const steps: StepFigures[] = [];
  let isEqual = true;
  for (const batch of BATCHES) {
    const messages = Array.from({ length: batch }, messageOf);
    const groups = SIDES.client.group(messages);
    const trueNow = Date.now;
    Date.now = () => 1_780_000_000_000;
    const request = await SIDES.client.encode(groups);
    isEqual &&= request.equals(await SIDES.telemon.encode(groups));
    Date.now = trueNow;
    const response = responseWith(request);
    const decoded = await SIDES.client.decode(response);
    isEqual &&= isDeepStrictEqual(SIDES.telemon.group(messages), groups);
    isEqual &&= isDeepStrictEqual(await SIDES.telemon.decode(response), decoded);
    isEqual &&= JSON.stringify(decoded).includes(`"offset":"${batch - 1}"`);
    steps.push(
      await compare('choose the partition, group', batch, options, (side) => side.group(messages)),
      await compare('encode a Produce request', batch, options, (side) => side.encode(groups)),
      await compare('decode a Fetch response', batch, options, (side) => side.decode(response)),
    );
  }
  const { write: _write, ...savedOptions } = options;
  const { version } = createRequire(import.meta.url)('kafkajs/package.json') as { version: string };
  return { ...whenAndWhere(), client: `kafkajs ${version}`, options: savedOptions, steps, isEqual };
}

runBench({
  name: 'kafka-codec',
  help: HELP,
  readOptions,
  measure,
  stop: async () => undefined,
  markdown,
  goalsOf: () => [],
  faultOf: ({ isEqual }) => (isEqual ? null : 'Not equal: the sides differ in bytes, partitions or records.'),
});

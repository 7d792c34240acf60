import { ApiClient } from '@telemon/testing/api-client';
import { given } from '@telemon/testing/given';
import { until } from '@telemon/testing/waiting';
import { WholeProduct } from '@telemon/testing/whole-product';
import { createSocket } from 'node:dgram';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { step, type Say } from '../../servers/progress.ts';
import { ForkedProgram } from '../forked-program.ts';
import { otherLoad, serverVersions, whenAndWhere } from '../machine.ts';
import { CostMeter } from '../processes.ts';
import { profileServices } from '../profile.ts';
import type { BenchOptions } from './options.ts';
import type { Results, StepFigures } from './results.ts';
import type { Sent, SendRequest } from './sender.ts';

const SENDER = fileURLToPath(new URL('./sender.ts', import.meta.url));
/** Different names in a flood: more than udp-router keeps answers about. */
const FLOOD_NAMES = 100_000;
/** The counts stand still for this long once everything has arrived, ms. */
const QUIET_MS = 1_500;
const PROFILE_AHEAD_SECONDS = 12;

/** Datagrams a second, and the ports that they come from. */
interface Flood {
  readonly rate: number;
  readonly sources: number;
}

interface Counts {
  readonly received: number;
  readonly stored: number;
  readonly dropped: Readonly<Record<string, number>>;
}

let product: WholeProduct | null = null;
const senders: ForkedProgram<SendRequest, Sent>[] = [];

/** Ends everything that was started. */
export async function stop(): Promise<void> {
  for (const sender of senders.splice(0)) sender.end();
  await product?.stop();
  product = null;
}

/** Floods an installation of its own with datagrams of unknown names, beside those of registered devices. */
export async function measure(options: BenchOptions, say: Say): Promise<Results> {
  const otherLoadPercent = await otherLoad();
  try {
    product = await step(say, 'Starting Telemon', () => WholeProduct.start());
    const known = await step(say, `Making ${options.devices} devices`, () =>
      makeDevices(product!, options.devices),
    );
    senders.push(new ForkedProgram(SENDER), new ForkedProgram(SENDER));
    await step(say, 'Sending a datagram of each', () => awaitKnown(product!, known));
    await standingStill(product);
    const steps: StepFigures[] = [];
    const floods = options.floods.flatMap((rate) =>
      (rate === 0 ? [0] : options.sources).map((sources) => ({ rate, sources })),
    );
    for (const flood of floods)
      steps.push(
        await step(say, `${flood.rate} unknown datagrams a second from ${flood.sources} ports`, () =>
          measureStep(product!, options, flood, known),
        ),
      );
    const { write: _write, profile, ...told } = options;
    return {
      ...whenAndWhere(),
      options: told,
      versions: await serverVersions(say),
      otherLoadPercent,
      receiveBufferMost: Number(readFileSync('/proc/sys/net/core/rmem_max', 'utf8')),
      steps,
      profiles: profile === null ? [] : await takeProfile(product, options, known, profile),
    };
  } finally {
    await stop();
  }
}

async function makeDevices({ addresses }: WholeProduct, devices: number): Promise<string[]> {
  const { url, adminEmail, adminPassword } = addresses;
  const make = given(await ApiClient.signIn(url, adminEmail, adminPassword));
  const { id } = await make.manager();
  const { id: sensorId } = await make.sensorType(id);
  const names: string[] = [];
  while (names.length < devices) names.push((await make.device(id, [sensorId])).device.deviceName);
  return names;
}

/** Sends datagrams of the devices one after the other, until each of them is stored. */
async function awaitKnown(running: WholeProduct, known: readonly string[]): Promise<void> {
  const socket = createSocket('udp4');
  const { udpPort } = running.addresses;
  try {
    for (const name of known) {
      const { stored } = await countsOf(running);
      await until(async () => {
        socket.send(`${name},TC1=1`, udpPort, '127.0.0.1');
        return (await countsOf(running)).stored > stored;
      });
    }
  } finally {
    socket.close();
  }
}

const sendBeside = (
  running: WholeProduct,
  { known: perSecond, seconds }: BenchOptions,
  flood: Flood,
  known: readonly string[],
) => {
  const { udpPort: port } = running.addresses;
  const [ofKnown, ofFlood] = senders;
  const names = Array.from({ length: FLOOD_NAMES }, (_, number) => `flood-${number}`);
  return Promise.all([
    ofKnown!.ask({ port, perSecond, seconds, names: known, sources: known.length }),
    flood.rate === 0
      ? { sent: 0, perSecond: 0 }
      : ofFlood!.ask({ port, perSecond: flood.rate, seconds, names, sources: flood.sources }),
  ]);
};

async function measureStep(
  running: WholeProduct,
  options: BenchOptions,
  flood: Flood,
  known: readonly string[],
): Promise<StepFigures> {
  const before = await countsOf(running);
  const meter = new CostMeter(() => [{ name: 'udp-router', pid: running.pid('udp-router') }]);
  meter.begin();
  const [{ sent }, flooded] = await sendBeside(running, options, flood, known);
  const { wallMs, processes } = meter.end();
  const after = await standingStill(running);
  const received = after.received - before.received;
  const stored = after.stored - before.stored;
  const dropped = Object.fromEntries(
    Object.entries(after.dropped)
      .map(([reason, count]) => [reason, count - (before.dropped[reason] ?? 0)] as const)
      .filter(([, count]) => count > 0),
  );
  const cpuMs = processes[0]!.cpuMs;
  return {
    flood: flood.rate,
    sources: flood.sources,
    floodSent: flooded.perSecond,
    sent,
    stored,
    lostPercent: (100 * (sent - stored)) / sent,
    received,
    dropped,
    accountedPercent: (100 * (received + (dropped['receive-buffer'] ?? 0))) / (sent + flooded.sent),
    cpuUsPerDatagram: (cpuMs * 1_000) / received,
    cpuPercent: (100 * cpuMs) / wallMs,
  };
}

/** A processor profile of udp-router beside the last flood, whose figures don't count. */
async function takeProfile(
  running: WholeProduct,
  options: BenchOptions,
  known: readonly string[],
  folder: string,
) {
  const sending = sendBeside(
    running,
    { ...options, seconds: PROFILE_AHEAD_SECONDS },
    { rate: options.floods.at(-1)!, sources: options.sources.at(-1)! },
    known,
  );
  const profiles = await profileServices([{ name: 'udp-router', pid: running.pid('udp-router') }], folder);
  await sending;
  return profiles;
}

/** The counts once they stand still. */
async function standingStill(running: WholeProduct): Promise<Counts> {
  let last = '';
  let since = performance.now();
  return until(async () => {
    const counts = await countsOf(running);
    const now = JSON.stringify(counts);
    if (now !== last) [last, since] = [now, performance.now()];
    return performance.now() - since > QUIET_MS && counts;
  });
}

async function countsOf({ addresses }: WholeProduct): Promise<Counts> {
  const port = addresses.healthPorts['udp-router-health']!;
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const count = (name: string) =>
    Number(new RegExp(`^telemon_udp_datagrams_${name}_total\\S* (\\d+)`, 'm').exec(text)?.[1] ?? 0);
  const dropped = text.matchAll(/^telemon_udp_datagrams_dropped_total\{\S*reason="([^"]+)"\S* (\d+)/gm);
  return {
    received: count('received'),
    stored: count('stored'),
    dropped: Object.fromEntries([...dropped].map(([, reason, times]) => [reason!, Number(times)])),
  };
}

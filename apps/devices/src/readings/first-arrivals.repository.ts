import { Injectable } from '@nestjs/common';
import { DAY_MS, HOUR_MS } from '@telemon/contracts/durations';
import type { SteadyTime } from '@telemon/contracts/readings';
import { RAW_KEPT_MS } from '@telemon/contracts/topics';
import { Mongo } from '@telemon/platform/mongo';
import { writeUnlessTaken } from '@telemon/platform/mongo-outcome';
import type { Binary, Collection } from 'mongodb';

/** How long after its first arrival a sequence number without a timestamp means the same reading, ms. */
const SAME_SEQ_MS = DAY_MS;
/** How long a sequence number is stored, ms: a repetition may wait in Kafka, and MongoDB's clock may be ahead. */
const KEEP_SEQ_MS = SAME_SEQ_MS + RAW_KEPT_MS + HOUR_MS;
/** How long an implausible timestamp is stored, ms. */
const KEEP_TIMESTAMP_MS = 30 * DAY_MS;

/** Identifies a reading without a plausible timestamp when the device repeats it. */
interface WithoutTime {
  /** The key of its device. */
  readonly key: number;
  /** The device's implausible timestamp; null if it sent none, and the mark is a sequence number. */
  readonly timestamp: number | null;
  readonly mark: number;
  readonly receivedAt: number;
  /** The time of arrival by a clock that nobody can set. */
  readonly steadyAt: SteadyTime | null;
}

interface FirstArrival {
  /** Epoch milliseconds. */
  at: number;
  /** The time of arrival by a clock that nobody can set. Earlier versions of Telemon didn't store it. */
  steadyAt?: SteadyTime | null;
}

interface FirstArrivalDocument extends FirstArrival {
  _id: Uint8Array;
  forgetAt: Date;
}

const ID_BYTES = 4 + 6 + 8;

const idOf = ({ key, timestamp, mark }: WithoutTime): Buffer => {
  const id = Buffer.alloc(ID_BYTES);
  id.writeUInt32BE(key, 0);
  id.writeUIntBE(mark, 4, 6);
  id.writeDoubleBE(timestamp ?? Number.NaN, 10);
  return id;
};

const firstOf = ({ receivedAt, steadyAt }: WithoutTime): FirstArrival => ({ at: receivedAt, steadyAt });

const documentOf = (arrival: WithoutTime): FirstArrivalDocument => ({
  _id: idOf(arrival),
  ...firstOf(arrival),
  // The arrival itself may have waited in Kafka for days.
  forgetAt: new Date(
    Math.max(arrival.receivedAt, Date.now()) + (arrival.timestamp === null ? KEEP_SEQ_MS : KEEP_TIMESTAMP_MS),
  ),
});

/** Time between two arrivals: the clock of the date may have been set, or the machine started again. */
const between = ({ receivedAt, steadyAt }: WithoutTime, first: FirstArrival): number =>
  steadyAt && steadyAt.boot === first.steadyAt?.boot
    ? Math.abs(steadyAt.upMs - first.steadyAt.upMs)
    : Math.abs(receivedAt - first.at);

/** Whether an arrival is the same reading as one that arrived first. */
const isSame = (arrival: WithoutTime, first: FirstArrival): boolean =>
  arrival.timestamp !== null || between(arrival, first) <= SAME_SEQ_MS;

/** Stores the first arrivals of readings without a plausible timestamp. */
@Injectable()
export class FirstArrivals {
  private readonly memory: Collection<FirstArrivalDocument>;

  constructor(mongo: Mongo) {
    this.memory = mongo.collection<FirstArrivalDocument>('first_arrivals', [
      { key: { forgetAt: 1 }, expireAfterSeconds: 0 },
    ]);
  }

  /** The time of each reading's first arrival, which is stored if the reading is new. */
  async remember(arrivals: readonly WithoutTime[]): Promise<number[]> {
    const ids = arrivals.map((arrival) => idOf(arrival).toString('latin1'));
    const firsts = new Map<string, WithoutTime>();
    for (const [index, id] of ids.entries()) if (!firsts.has(id)) firsts.set(id, arrivals[index]!);
    const known = await this.firstsOf(firsts);
    const others: number[] = [];
    const answer = arrivals.map((arrival, index) => {
      const first = known.get(ids[index]!)!;
      if (!isSame(arrival, first)) others.push(index);
      return first.at;
    });
    // Within the batch they are more than a day apart: the later ones are other readings.
    if (others.length > 0) {
      const later = await this.remember(others.map((index) => arrivals[index]!));
      for (const [place, index] of others.entries()) answer[index] = later[place]!;
    }
    return answer;
  }

  /** The stored time of each reading's first arrival; null if none is stored. */
  async recall(arrivals: readonly WithoutTime[]): Promise<(number | null)[]> {
    const known = await this.find(arrivals.map(idOf));
    return arrivals.map((arrival) => known.get(idOf(arrival).toString('latin1'))?.at ?? null);
  }

  private async firstsOf(arrivals: ReadonlyMap<string, WithoutTime>): Promise<Map<string, FirstArrival>> {
    const firsts = new Map([...arrivals].map(([id, arrival]) => [id, firstOf(arrival)]));
    const taken = await this.insert([...arrivals.values()]);
    const known = await this.find(taken.map(idOf));
    for (const arrival of taken) {
      const id = idOf(arrival).toString('latin1');
      const first = known.get(id);
      if (first !== undefined && isSame(arrival, first)) firsts.set(id, first);
      // The stored one is another reading, or has expired meanwhile.
      else await this.memory.replaceOne({ _id: idOf(arrival) }, documentOf(arrival), { upsert: true });
    }
    return firsts;
  }

  /** Inserts the arrivals of new readings, and returns those whose reading is stored already. */
  private async insert(arrivals: WithoutTime[]): Promise<WithoutTime[]> {
    const inserts = arrivals.map((arrival) => ({ insertOne: { document: documentOf(arrival) } }));
    return (await writeUnlessTaken(this.memory, inserts)).map((place) => arrivals[place]!);
  }

  private async find(ids: Uint8Array[]): Promise<Map<string, FirstArrival>> {
    if (ids.length === 0) return new Map();
    const documents = await this.memory.find({ _id: { $in: ids } }).toArray();
    return new Map(
      documents.map(({ _id, ...first }) => [
        Buffer.from((_id as unknown as Binary).buffer).toString('latin1'),
        first,
      ]),
    );
  }
}

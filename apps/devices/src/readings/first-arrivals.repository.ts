import { Injectable } from '@nestjs/common';
import { Mongo } from '@telemon/platform/mongo';
import { writeUnlessTaken } from '@telemon/platform/mongo-outcome';
import type { Binary, Collection } from 'mongodb';

const HOUR_MS = 3_600_000;
/** A sequence number alone means the same reading for this long after its first arrival. */
const SAME_SEQ_MS = 24 * HOUR_MS;
/** Sequence numbers are kept a little longer, so that removing them decides nothing. */
const KEEP_SEQ_MS = SAME_SEQ_MS + HOUR_MS;
/** How long a timestamp that can't be believed is remembered, ms. */
const KEEP_TIMESTAMP_MS = 30 * 24 * HOUR_MS;

/** A reading whose device's clock says nothing: what it is recognised by when it comes again. */
interface WithoutTime {
  /** Of its device. */
  readonly key: number;
  /** What the device's clock said; null where it said nothing and the mark is a sequence number. */
  readonly timestamp: number | null;
  readonly mark: number;
  readonly receivedAt: number;
}

interface FirstArrivalDocument {
  _id: Uint8Array;
  /** When the reading first came. */
  at: number;
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

const documentOf = (arrival: WithoutTime): FirstArrivalDocument => ({
  _id: idOf(arrival),
  at: arrival.receivedAt,
  forgetAt: new Date(arrival.receivedAt + (arrival.timestamp === null ? KEEP_SEQ_MS : KEEP_TIMESTAMP_MS)),
});

/** Whether what was remembered at `at` is the same reading as one that arrives now. */
const isSame = ({ timestamp, receivedAt }: WithoutTime, at: number): boolean =>
  timestamp !== null || Math.abs(receivedAt - at) <= SAME_SEQ_MS;

/** Remembers when readings first came that bring no time of their own. */
@Injectable()
export class FirstArrivals {
  private readonly memory: Collection<FirstArrivalDocument>;

  constructor(mongo: Mongo) {
    this.memory = mongo.collection<FirstArrivalDocument>('first_arrivals', [
      { key: { forgetAt: 1 }, expireAfterSeconds: 0 },
    ]);
  }

  /** The time of the first arrival of each; its own for one that never came before. */
  async remember(arrivals: readonly WithoutTime[]): Promise<number[]> {
    const ids = arrivals.map((arrival) => idOf(arrival).toString('latin1'));
    const firsts = new Map<string, WithoutTime>();
    for (const [index, id] of ids.entries()) if (!firsts.has(id)) firsts.set(id, arrivals[index]!);
    const times = await this.timesOf(firsts);
    const others: number[] = [];
    const answer = arrivals.map((arrival, index) => {
      const time = times.get(ids[index]!)!;
      if (!isSame(arrival, time)) others.push(index);
      return time;
    });
    // Over a day between two of one batch: the later ones are readings of their own.
    if (others.length > 0) {
      const later = await this.remember(others.map((index) => arrivals[index]!));
      for (const [place, index] of others.entries()) answer[index] = later[place]!;
    }
    return answer;
  }

  /** The time of the first arrival of each that is remembered, null for the others. */
  async recall(arrivals: readonly WithoutTime[]): Promise<(number | null)[]> {
    const known = await this.find(arrivals.map(idOf));
    return arrivals.map((arrival) => known.get(idOf(arrival).toString('latin1')) ?? null);
  }

  private async timesOf(firsts: ReadonlyMap<string, WithoutTime>): Promise<Map<string, number>> {
    const times = new Map([...firsts].map(([id, { receivedAt }]) => [id, receivedAt]));
    const known = await this.find(await this.insert([...firsts.values()].map(documentOf)));
    for (const [id, at] of known) {
      const arrival = firsts.get(id)!;
      if (isSame(arrival, at)) times.set(id, at);
      else await this.memory.replaceOne({ _id: idOf(arrival) }, documentOf(arrival));
    }
    return times;
  }

  /** Inserts what is not there yet. Answers with the ids of what was. */
  private async insert(documents: FirstArrivalDocument[]): Promise<Uint8Array[]> {
    const inserts = documents.map((document) => ({ insertOne: { document } }));
    return (await writeUnlessTaken(this.memory, inserts)).map((place) => documents[place]!._id);
  }

  private async find(ids: Uint8Array[]): Promise<Map<string, number>> {
    if (ids.length === 0) return new Map();
    const documents = await this.memory.find({ _id: { $in: ids } }).toArray();
    return new Map(
      documents.map(({ _id, at }) => [Buffer.from((_id as unknown as Binary).buffer).toString('latin1'), at]),
    );
  }
}

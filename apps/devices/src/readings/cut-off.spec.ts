import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomOf } from '@telemon/testing/random';
import { until } from '@telemon/testing/waiting';
import { randomUUID } from 'node:crypto';
import { GivenProcess, GivenReadings, type StoredRow, message } from '../../testing/given-readings.ts';
import type { Latest } from '../latest/latest.ts';

let given: GivenReadings;
beforeAll(async () => {
  given = await GivenReadings.start();
});
afterAll(() => given.stop());

/** The parts of a state that must not depend on repetition and order of messages. */
const settledOf = (state: Latest) => ({
  channels: state.channels,
  said: state.said,
  newest: state.newest,
  lastUpdated: state.lastUpdated,
  // The day before may lack readings that came after the newest.
  today: { ...state.days.at(-1) },
  line: state.halfHours.line(state.newest).map((value) => value && Math.round(value * 10)),
});

describe('a batch that is repeated, late or cut off', () => {
  it.each([
    [1, 'three times, shuffled'],
    [2, 'three times, shuffled'],
    [3, 'three times, shuffled'],
    [4, 'once, in order'],
    [5, 'once, in order'],
  ])('leaves the same data as a clean run (seed %p, each message sent %s)', async (seed, how) => {
    const isShuffled = how !== 'once, in order';
    const random = randomOf(seed);
    const [drilled, clean] = [given.device(), given.device()];
    await Promise.all([drilled.add(), clean.add()]);
    // A day of readings of all kinds.
    const begun = Date.now() - 24 * 3_600_000;
    const payloads = Array.from({ length: 100 }, (_, index) => {
      const at = begun + index * 14 * 60_000 - Math.floor(random() * 60_000);
      const values = { TC1: Math.floor(random() * 100), ...(index % 7 === 0 && { BATTERY: index }) };
      if (isShuffled && index % 5 === 0) return { ...values, seq: index };
      return index % 3 === 0 ? { ...values, timestamp: at } : { ...values, timestamp: at, seq: index };
    });
    const sent = payloads
      .flatMap((payload, index) =>
        (isShuffled ? [0, 1, 2] : [0]).map((copy) => ({
          payload,
          index,
          place: index + copy + random() * 20,
        })),
      )
      .sort((one, other) => one.place - other.place)
      .map((each, number) => ({
        ...each,
        receivedAt: Date.now() - 100_000 + number,
        arrivalId: randomUUID(),
      }));

    const log = sent.map(({ payload, ...headers }, place) =>
      message(drilled.name, payload, { ...headers, offset: 10_000 + place }),
    );
    let process = await GivenProcess.on(given.database);
    let committed = 0;
    for (let at = 0; at < log.length;) {
      const next = Math.min(log.length, at + 1 + Math.floor(random() * (isShuffled ? 50 : 12)));
      await process.handle(log.slice(at, next));
      at = next;
      const chance = random();
      if (chance < 0.3) {
        await process.settle();
        committed = at;
      } else if (chance < 0.35) {
        await process.settle(); // Killed before the offsets are written.
        await process.kill();
        process = await GivenProcess.on(given.database);
        at = committed;
      } else if (chance < 0.5) {
        await process.kill();
        process = await GivenProcess.on(given.database);
        at = committed;
      }
    }
    await process.settle();

    const firsts = sent.filter(
      (each, place) => sent.findIndex(({ index }) => index === each.index) === place,
    );
    await process.handle(
      firsts.map(({ payload, ...headers }, place) =>
        message(clean.name, payload, { ...headers, offset: 20_000 + place }),
      ),
    );
    await process.settle();
    const [drilledState, cleanState] = [await process.stateOf(drilled.key), await process.stateOf(clean.key)];
    await process.kill();

    const valuesOf = (rows: StoredRow[]) =>
      rows.map(({ id, ...values }) => ({ ...values, timeAndMark: id.subarray(4).toString('hex') }));
    const stored = valuesOf(await given.storedOf(drilled.key));
    expect(stored).toHaveLength(payloads.length);
    expect(stored).toEqual(valuesOf(await given.storedOf(clean.key)));
    expect(settledOf(drilledState!)).toEqual(settledOf(cleanState!));
    await until(
      () => new Set(given.announced.get(drilled.name)?.map(({ id }) => id)).size === payloads.length,
    );
  });

  it.each(['before', 'after'])(
    'is counted once and announced again when a process is killed %s saving',
    async (when) => {
      const { name, key, add } = given.device();
      await add();
      const now = Date.now();
      const batch = [1, 2, 3].map((seq) => message(name, { TC1: seq, seq, timestamp: now - 10 + seq }));
      const killed = await GivenProcess.on(given.database);
      await killed.handle(batch);
      if (when === 'after') await killed.settle();
      await killed.kill();
      await until(() => given.announced.get(name)?.length === 3);
      const next = await GivenProcess.on(given.database);
      await next.handle(batch);
      await next.settle();
      await until(() => given.announced.get(name)?.length === 6);
      const state = await next.stateOf(key);
      expect(state!.days.at(-1)!.count[0]).toBe(3);
      await next.kill();
    },
  );
});

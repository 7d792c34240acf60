import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { DAY_MS, HOUR_MS } from '@telemon/contracts/durations';
import type { SteadyTime } from '@telemon/contracts/readings';
import { until } from '@telemon/testing/waiting';
import { Collection } from 'mongodb';
import { GivenReadings, message, timeOf } from '../../testing/given-readings.ts';

let given: GivenReadings;
beforeAll(async () => {
  given = await GivenReadings.start();
});
afterAll(() => given.stop());

describe('the same reading', () => {
  const times = async (readings: [payload: object, receivedAt: number, steadyAt?: SteadyTime][]) => {
    const { name, key, add } = given.device();
    await add();
    for (const [payload, receivedAt, steadyAt] of readings)
      await given.running.handle([message(name, payload, { receivedAt, steadyAt })]);
    return (await given.storedOf(key)).map(timeOf);
  };
  const now = Date.now();

  it('by time and number is stored once', async () => {
    expect(
      await times([
        [{ TC1: 1, timestamp: now, seq: 1 }, now],
        [{ TC1: 2, timestamp: now, seq: 1 }, now + 5],
      ]),
    ).toEqual([now]);
    expect(
      await times([
        [{ TC1: 1, timestamp: now, seq: 1 }, now],
        [{ TC1: 1, timestamp: now, seq: 2 }, now + 5],
      ]),
    ).toEqual([now, now]);
  });

  it('by time and values is stored once, with other values it is another', async () => {
    expect(
      await times([
        [{ TC1: 1, timestamp: now }, now],
        [{ TC1: '1.0', timestamp: now }, now + 5],
      ]),
    ).toEqual([now]);
    expect(
      await times([
        [{ TC1: 1, timestamp: now }, now],
        [{ TC1: 2, timestamp: now }, now + 5],
      ]),
    ).toEqual([now, now]);
  });

  it('by number alone is stored once within 24 hours, at the time of its first arrival', async () => {
    expect(
      await times([
        [{ TC1: 1, seq: 1 }, now],
        [{ TC1: 1, seq: 1 }, now + DAY_MS],
        [{ TC1: 1, seq: 2 }, now + 1],
      ]),
    ).toEqual([now, now + 1]);
    expect(
      await times([
        [{ TC1: 1, seq: 1 }, now],
        [{ TC1: 1, seq: 1 }, now + DAY_MS + 1],
      ]),
    ).toEqual([now, now + DAY_MS + 1]);
  });

  const up = (upMs: number, boot = 'a'): SteadyTime => ({ boot, upMs });
  const first = { TC1: 1, seq: 1 };

  it.each([48, -48])(
    'by number alone is stored once, although the clock was set by %d hours',
    async (hours) => {
      const later = now + hours * HOUR_MS;
      expect(
        await times([
          [first, now, up(0)],
          [first, later, up(DAY_MS)],
          [first, later + HOUR_MS, up(DAY_MS)],
        ]),
      ).toEqual([now]);
    },
  );

  it('by number alone is another one a day later, although the clock was set back', async () => {
    expect(
      await times([
        [first, now, up(0)],
        [first, now + 1, up(DAY_MS + 1)],
      ]),
    ).toEqual([now, now + 1]);
  });

  it('by number alone is known by its date if the machine was started in between, or another one received it', async () => {
    expect(
      await times([
        [first, now, up(0)],
        [first, now + DAY_MS, up(48 * HOUR_MS, 'b')],
        [first, now + DAY_MS + 1, up(1, 'b')],
      ]),
    ).toEqual([now, now + DAY_MS + 1]);
    expect(
      await times([
        [first, now],
        [first, now + HOUR_MS, up(1)],
      ]),
    ).toEqual([now]);
  });

  it('by number alone is stored once, although both arrivals waited for a day and the second for another week', async () => {
    const { name, key, add } = given.device();
    await add();
    const receivedAt = now - 26 * HOUR_MS;
    await given.running.handle([message(name, { TC1: 1, seq: 1 }, { receivedAt })]);
    // MongoDB does this within a week.
    await given.database.db
      .collection('first_arrivals')
      .deleteMany({ forgetAt: { $lt: new Date(now + 7 * DAY_MS) } });
    await given.running.handle([message(name, { TC1: 1, seq: 1 }, { receivedAt: receivedAt + DAY_MS - 1 })]);
    expect((await given.storedOf(key)).map(timeOf)).toEqual([receivedAt]);
  });

  it('by number alone is stored once, although an older arrival expired while this one was looked up', async () => {
    const { name, key, add } = given.device();
    await add();
    const arrive = (receivedAt: number) =>
      given.running.handle([message(name, { TC1: 1, seq: 1 }, { receivedAt })]);
    await arrive(now - 26 * HOUR_MS);
    const { find } = Collection.prototype;
    const finding = jest.spyOn(Collection.prototype, 'find');
    finding.mockImplementation(function (this: Collection, ...query: Parameters<typeof find>) {
      if (this.collectionName !== 'first_arrivals') return find.apply(this, query);
      return { toArray: () => this.deleteMany({}).then(() => []) } as never;
    });
    await arrive(now);
    finding.mockRestore();
    await arrive(now + 1);
    expect((await given.storedOf(key)).map(timeOf)).toEqual([now - 26 * HOUR_MS, now]);
  });

  it('by an implausible timestamp is stored once, at the time of its first arrival', async () => {
    const far = now + 10 * 366 * DAY_MS;
    expect(
      await times([
        [{ TC1: 1, timestamp: 0, seq: 7 }, now],
        [{ TC1: 1, timestamp: 0, seq: 7 }, now + 48 * HOUR_MS],
      ]),
    ).toEqual([now]);
    expect(
      await times([
        [{ TC1: 1, timestamp: far }, now],
        [{ TC1: 1, timestamp: far }, now + 9],
        [{ TC1: 2, timestamp: far }, now + 10],
      ]),
    ).toEqual([now, now + 10]);
  });

  it('by a timestamp in the future that is plausible when it comes again is stored once', async () => {
    const ahead = now + 12 * 60_000;
    expect(
      await times([
        [{ TC1: 1, timestamp: ahead, seq: 7 }, now],
        [{ TC1: 1, timestamp: ahead, seq: 7 }, now + 5 * 60_000],
      ]),
    ).toEqual([now]);
  });

  it('without time or number is stored once per arrival', async () => {
    const { name, key, add } = given.device();
    await add();
    const twice = message(name, [{ TC1: 1 }, { TC1: 1 }], { receivedAt: now });
    await given.running.handle([twice]);
    await given.running.handle([twice, message(name, [{ TC1: 1 }], { receivedAt: now })]);
    expect((await given.storedOf(key)).map(timeOf)).toEqual([now, now, now]);
  });

  it('within one batch is stored once', async () => {
    const { name, key, add } = given.device();
    await add();
    const batch = [1, 2, 1, 2, 1].map((seq) => message(name, { TC1: seq, seq }, { receivedAt: now + seq }));
    await given.running.handle(batch);
    expect((await given.storedOf(key)).map(({ c1 }) => c1)).toEqual([1, 2]);
    await until(() => given.announced.get(name)?.length === 2);
  });

  it('is marked if its timestamp was replaced', async () => {
    const { name, key, add } = given.device();
    await add();
    await given.running.handle([
      message(name, { TC1: 1, timestamp: 5, seq: 1 }),
      message(name, { TC1: 1, seq: 2 }),
    ]);
    expect((await given.storedOf(key)).map(({ x }) => x)).toEqual([true, undefined]);
    await until(() => given.announced.get(name)?.length === 2);
    expect(given.announced.get(name)!.map(({ clockReplaced }) => clockReplaced)).toEqual([true, false]);
  });
});

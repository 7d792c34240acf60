import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { HOUR_MS, MINUTE_MS } from '@telemon/contracts/durations';
import { historyOf } from '../../testing/given-history.ts';
import { GivenProcess, GivenReadings, message } from '../../testing/given-readings.ts';

let given: GivenReadings;
beforeAll(async () => {
  given = await GivenReadings.start();
});
afterAll(() => given.stop());

const COUNT = 120;

it('the days of a device that repeats its last reading after a restart are recounted from the roll-ups of sealed readings', async () => {
  const { name, key, add } = given.device();
  await add();
  const now = Date.now();
  const past = Array.from({ length: COUNT }, (_, seq) => ({
    TC1: seq,
    TC2: 2,
    seq,
    timestamp: now - 6 * HOUR_MS + seq * MINUTE_MS,
  }));
  await given.running.handle([message(name, past)]);
  await given.running.settle();
  const { sealing, mongo } = await historyOf(given.database.url, { zone: 'Europe/Paris' });
  await sealing.pass(now, new AbortController().signal);
  await mongo.close();
  expect(await given.storedOf(key)).toEqual([]);
  // Their roll-ups stay.
  await given.database.db.collection('sealed_hours').deleteMany({});

  const last = { TC1: 500, seq: COUNT, timestamp: now };
  const before = await GivenProcess.on(given.database);
  await before.handle([message(name, last, { receivedAt: now + 1 })]);
  await before.settle();
  await before.kill();
  const after = await GivenProcess.on(given.database);
  await after.handle([
    message(name, last, { receivedAt: now + 2 }),
    message(name, { TC1: 501, SIMID: 'a card', seq: COUNT + 1, timestamp: now + 3 }, { receivedAt: now + 3 }),
  ]);
  await after.settle();
  const state = (await after.stateOf(key))!;
  await after.kill();
  const sum = (channel: number, of: 'count' | 'sum') =>
    state.days.reduce((total, day) => total + day[of][channel]!, 0);
  expect([sum(0, 'count'), sum(1, 'count')]).toEqual([COUNT + 2, COUNT]);
  expect(sum(0, 'sum')).toBe((COUNT * (COUNT - 1)) / 2 + 500 + 501);
  expect(state.channels.map((channel) => channel?.current)).toEqual([501, 2, undefined, undefined]);
  expect(state.said.simId).toEqual({ value: 'a card', at: now + 3 });
  expect([state.newest, state.lastUpdated]).toEqual([now + 3, now + 3]);
  expect(state.halfHours.line(now).filter((mean) => mean !== null)).toHaveLength(
    new Set([...past, last].map(({ timestamp }) => Math.floor(timestamp / (30 * MINUTE_MS)))).size,
  );
});

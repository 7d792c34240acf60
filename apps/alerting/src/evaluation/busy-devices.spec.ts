import { expect, it } from '@jest/globals';
import { logger } from '@telemon/platform/logging';
import { until } from '@telemon/testing/waiting';
import fc from 'fast-check';
import { setImmediate as turn } from 'node:timers/promises';
import { Owner, Stored } from '../../testing/owners.ts';
import { Stream, anAbove } from '../../testing/stream.ts';
import { type Change, deviceNameOf } from './change.ts';

logger.level = 'silent';

const START = Date.parse('2026-11-21T10:00:00Z');
const BUSY = ['busy01', 'busy02'];
const CALM = ['calm01', 'calm02'];
const [HIGH, LOW] = [9, 7];

/** Devices with many alerts that all cross with each of their readings, and others with one. */
const aFleet = (alertsOfBusy: number): Stored => {
  const stored = new Stored();
  const add = (_id: string, deviceName: string) =>
    stored.alerts.set(_id, anAbove(START, { _id, deviceName }));
  for (const deviceName of [...BUSY, ...CALM]) stored.tell(deviceName, {});
  for (const deviceName of BUSY)
    for (let count = 0; count < alertsOfBusy; count++) add(`${deviceName} ${count}`, deviceName);
  for (const deviceName of CALM) add(deviceName, deviceName);
  return stored;
};

const areAboutBusy = (changes: readonly Change[]): boolean =>
  changes.some(({ rule }) => BUSY.includes(deviceNameOf(rule)));

const send = (stream: Stream, deviceName: string, value: number): Stream => {
  stream.now += 1;
  return stream.read({ deviceName, current: [value, null, null, null] });
};

it('does not let other devices wait for the alerts of busy ones', async () => {
  const stored = aFleet(25);
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  stored.beforeWrite = async (changes) => (areAboutBusy(changes) ? gate : undefined);
  const owner = new Owner(stored);
  const stream = new Stream(START);
  const sendBusy = async (value: number) => {
    for (const deviceName of BUSY) await owner.take(send(stream, deviceName, value).next());
  };
  await sendBusy(HIGH);
  for (const deviceName of CALM) {
    await owner.take(send(stream, deviceName, HIGH).next());
    await sendBusy(LOW);
    await until(() => stored.entriesOf(deviceName).length === 1);
    await sendBusy(HIGH);
  }
  expect(stored.entriesOf(`${BUSY[0]} 0`)).toEqual([]);
  open();
  await owner.settle();
  for (const { _id, deviceName } of stored.alerts.values())
    if (BUSY.includes(deviceName))
      expect(stored.entriesOf(_id)).toMatchObject([
        { clearedAt: expect.any(Number) },
        { clearedAt: expect.any(Number) },
        { clearedAt: null },
      ]);
});

it('writes each crossing of each device once, in its order, while writes take long and fail', async () => {
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.tuple(fc.constantFrom(...BUSY, ...CALM), fc.constantFrom(HIGH, LOW)) },
    { weight: 2, arbitrary: fc.nat({ max: 8 }) },
    { weight: 1, arbitrary: fc.constantFrom('settle' as const, 'fail' as const, 'rejoin' as const) },
  );
  const many = fc.constantFrom(15, 25);
  const lasts = fc.array(fc.nat({ max: 12 }), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(
      many,
      fc.array(step, { minLength: 10, maxLength: 60 }),
      lasts,
      async (count, steps, turns) => {
        const stored = aFleet(count);
        let writes = 0;
        stored.beforeWrite = async () => {
          for (let left = turns[writes++ % turns.length]!; left > 0; left--) await turn();
        };
        const owner = new Owner(stored, 0);
        const stream = new Stream(START);
        const expected = new Map(
          [...BUSY, ...CALM].map((name) => [name, [] as { at: number; clearedAt: number | null }[]]),
        );
        for (const one of steps) {
          if (one === 'settle') await owner.settle();
          else if (one === 'fail') stored.failures++;
          else if (one === 'rejoin') owner.rejoin();
          else if (typeof one === 'number') for (let left = one; left > 0; left--) await turn();
          else {
            const [deviceName, value] = one;
            await owner.take(send(stream, deviceName, value).next());
            const entries = expected.get(deviceName)!;
            const last = entries.at(-1);
            if (value === HIGH && last?.clearedAt !== null) entries.push({ at: stream.now, clearedAt: null });
            else if (value === LOW && last?.clearedAt === null) last.clearedAt = stream.now;
          }
        }
        await owner.settle();
        for (const { _id, deviceName } of stored.alerts.values())
          expect([_id, stored.entriesOf(_id)]).toMatchObject([_id, expected.get(deviceName)!]);
      },
    ),
    { numRuns: 150 },
  );
});

import { expect, it } from '@jest/globals';
import { deviceNames } from '../ingest/fleet.ts';
import { LoadPlan } from '../ingest/load-plan.ts';
import { messageOf } from '../ingest/sides/telemon-fleet.ts';
import { arrivalsOf } from './arrivals.ts';
import type { SunkMessage } from './sink/sink-messages.ts';

const plan = new LoadPlan({
  rate: 100,
  seconds: 20,
  readingsPerPublish: 1,
  devices: 10,
  crossings: 1,
  firstSeq: 1_000_000,
  startsAt: 0,
});
const crossings = [...plan.crossings.values()];
const names = deviceNames(10);

/** A message about each crossing, so many ms after its reading was due. */
const messages = (afterMs: number): SunkMessage[] =>
  crossings.map(({ publish, device, rule, value }) => ({
    channel: 'sms',
    text: messageOf(names[device]!, rule, value),
    at: plan.dueAt(publish) + afterMs,
  }));

it('each crossing has the latency of its message', () => {
  expect(crossings.length).toBeGreaterThan(5);
  const { latencies, missing, beyond } = arrivalsOf(plan, messages(7), 'sms');
  expect([missing, beyond]).toEqual([0, 0]);
  expect(new Set(latencies.map(Math.round))).toEqual(new Set([7]));
});

it('a crossing without a message is missing, also where another crossing has two', () => {
  const [first, second, ...rest] = messages(7);
  const { latencies, missing, beyond } = arrivalsOf(plan, [first!, first!, ...rest], 'sms');
  expect([missing, beyond]).toEqual([1, 1]);
  expect(latencies[1]).toBe(Infinity);
  expect(second!.text).not.toBe(first!.text);
});

it('messages of the other channel, and unknown ones, belong to no crossing', () => {
  expect(arrivalsOf(plan, messages(7), 'mqtt')).toMatchObject({ missing: crossings.length, beyond: 0 });
  const unknown: SunkMessage = { channel: 'sms', text: 'something else', at: 1 };
  expect(arrivalsOf(plan, [...messages(7), unknown], 'sms')).toMatchObject({ missing: 0, beyond: 1 });
});

import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import { Severity } from '@telemon/contracts/alerting/alerts';
import { MINUTE_MS } from '@telemon/contracts/durations';
import { logger } from '@telemon/platform/logging';
import { aDevice } from '@telemon/testing/builders';
import { faking } from '@telemon/testing/fake-clocks';
import type { StartedService } from '@telemon/testing/service';
import fc from 'fast-check';
import { GivenDelivery } from '../../testing/given-delivery.ts';
import { Grouping } from './grouping.ts';

logger.level = 'silent';

const FROM = 4;
const RUNS = 25;

let given: GivenDelivery;
let replicas: StartedService[];

beforeAll(async () => {
  given = await GivenDelivery.prepare();
  const variables = { GROUP_NOTICES_FROM: String(FROM) };
  await given.begin(variables);
  replicas = [given.service, await given.startReplica(variables)];
});
afterEach(() => void jest.useRealTimers());
afterAll(() => given.stop());

/** The messages to a recipient, derived from the notices alone: each with the ids of its entries. */
class Reference {
  readonly messages: string[][] = [];
  waiting: { id: string; until: number }[] = [];
  private minute: { start: number; singles: Severity[] } = { start: -Infinity, singles: [] };
  private groupedAt = -Infinity;

  notice(id: string, severity: Severity, now: number): void {
    if (now - this.minute.start >= MINUTE_MS) this.minute = { start: now, singles: [] };
    const { start, singles } = this.minute;
    const isFull = singles.filter((one) => rankOf(one) <= rankOf(severity)).length >= FROM - 1;
    if (isFull) this.waiting.push({ id, until: start + MINUTE_MS });
    else this.messages.push([id]);
    if (!isFull) singles.push(severity);
  }

  pass(now: number): void {
    const due = this.waiting.filter(({ until }) => until <= now);
    const next = this.groupedAt + MINUTE_MS;
    if (due.length > 0 && now < next) for (const one of due) one.until = next;
    if (due.length === 0 || now < next) return;
    this.groupedAt = now;
    this.messages.push(due.map(({ id }) => id));
    this.waiting = this.waiting.filter((one) => !due.includes(one));
  }
}

/** The messages to a recipient, and the notices that wait, as they are stored. */
const storedFor = async (email: string) => {
  const notices = await given.notices.find({ to: email, entryId: { $exists: true } }).toArray();
  const waiting = notices.filter(({ gatheredUntil }) => gatheredUntil !== undefined);
  const sent = notices.filter(({ gatheredUntil }) => gatheredUntil === undefined);
  const messages = Map.groupBy(sent, ({ _id, groupId = _id }) => groupId);
  const idsOf = (some: typeof notices) => some.map(({ entryId }) => entryId!);
  return { messages: [...messages.values()].map(idsOf), waiting: idsOf(waiting) };
};
const inOrder = (messages: string[][]) => messages.map((ids) => ids.toSorted().join()).toSorted();

const rankOf = (severity: Severity): number => Severity.options.indexOf(severity);
const bySeverity = (one: { severity: Severity }, other: { severity: Severity }) =>
  rankOf(one.severity) - rankOf(other.severity);

const step = fc.record({
  afterMs: fc.oneof(fc.nat(3_000), fc.nat(50_000)),
  severities: fc.array(fc.constantFrom(...Severity.options), { maxLength: 6 }),
  replica: fc.nat(1),
  passes: fc.nat(2),
});

let recipients = 0;

it('each notice goes out in one message, as the reference says, whichever replicas fire and group', async () => {
  const device = aDevice({ emailLimit: 1_000_000 });
  // Both replicas know the device.
  for (const replica of replicas) await given.fireAll([{ device }], replica);
  const start = Date.now();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const email = `recipient-${++recipients}@example.com`;
      const reference = new Reference();
      let now = start;
      for (const { afterMs, severities, replica, passes } of steps) {
        now += afterMs;
        jest.useFakeTimers(faking('Date'));
        jest.setSystemTime(now);
        const firings = severities.map((severity) => ({ email, device, severity }));
        const ids = await given.fireAll(firings, replicas[replica]);
        const fired = ids.map((id, place) => ({ id, severity: severities[place]! })).sort(bySeverity);
        for (const { id, severity } of fired) reference.notice(id, severity, now);
        const passing = now;
        await Promise.all(
          Array.from({ length: passes }, (_, place) => replicas[place]!.get(Grouping).group(passing)),
        );
        if (passes > 0) reference.pass(now);
      }
      const stored = await storedFor(email);
      expect(inOrder(stored.messages)).toEqual(inOrder(reference.messages));
      expect(stored.waiting.toSorted()).toEqual(reference.waiting.map(({ id }) => id).toSorted());
      await given.notices.deleteMany({});
    }),
    { numRuns: RUNS },
  );
});

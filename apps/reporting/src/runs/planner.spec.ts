import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { DAY_MS, HOUR_MS } from '@telemon/contracts/durations';
import { GivenReporting, ZONE, aManager } from '../../testing/given-reporting.ts';
import { lastBefore, nextAfter } from '../auto-reports/schedule.ts';
import { Mongo } from '@telemon/platform/mongo';
import { AutoReportsService } from '../auto-reports/auto-reports.service.ts';
import { Planner } from './planner.ts';
import { RunsRepository } from './runs.repository.ts';

let given: GivenReporting;
let planner: Planner;
beforeAll(async () => {
  given = await GivenReporting.prepare();
  planner = given.service.get(Planner);
});
beforeEach(() => given.begin());
afterAll(() => given.stop());

const PLAN = { frequency: 'Weekly', day: 1, hour: 8 } as const;
/** A Monday at eight in Paris. */
const MONDAY = Date.parse('2026-11-23T07:00:00Z');

const runs = () => given.runs.find({}, { sort: { dueAt: 1 } }).toArray();
const nextAt = async (userId = 'm1') => (await given.reports.find(userId))!.nextAt!.getTime();

describe('a report that is due', () => {
  it('gets one run about the time since the last run, also if several processes plan it', async () => {
    await given.plan('m1', MONDAY);
    await given.plan('m2', MONDAY, { autoEvent: 'Active' });
    await planner.pass(MONDAY - 1);
    expect(await runs()).toEqual([]);
    await Promise.all(Array.from({ length: 5 }, () => planner.pass(MONDAY + 1_000)));
    expect((await runs()).map(({ userId }) => userId).toSorted()).toEqual(['m1', 'm2']);
    expect(await given.runs.findOne({ userId: 'm1' })).toMatchObject({
      state: 'waiting',
      dueAt: new Date(MONDAY),
      from: new Date(MONDAY - 7 * DAY_MS),
      to: new Date(MONDAY),
      ofAlerts: true,
      ofEvents: false,
    });
    expect(await nextAt()).toBe(MONDAY + 7 * DAY_MS);
  });

  it('is made up for within a day, and missed after that', async () => {
    await given.plan('m1', MONDAY - 14 * DAY_MS);
    await planner.pass(MONDAY + 23 * HOUR_MS);
    expect((await runs()).map(({ state, dueAt }) => [state, dueAt.getTime()])).toEqual([
      ['missed', MONDAY - 14 * DAY_MS],
      ['missed', MONDAY - 7 * DAY_MS],
      ['waiting', MONDAY],
    ]);
    await given.begin();
    await given.plan('m1', MONDAY);
    await planner.pass(MONDAY + 25 * HOUR_MS);
    expect((await runs()).map(({ state }) => state)).toEqual(['missed']);
  });

  it('is planned by its newest plan', async () => {
    await given.plan('m1', MONDAY, { frequency: 'Monthly', day: 30 });
    await planner.pass(MONDAY);
    const monthly = { frequency: 'Monthly', day: 30, hour: 8 } as const;
    expect(await nextAt()).toBe(nextAfter(monthly, ZONE, MONDAY));
    expect((await runs())[0]!.from.getTime()).toBe(lastBefore(monthly, ZONE, MONDAY));
  });
});

describe('the periods of reports', () => {
  const periods = async () => (await runs()).map(({ from, to }) => [from.getTime(), to.getTime()]);
  /** The planner of an installation in another time zone. */
  const plannerIn = (TIMEZONE: string) =>
    new Planner(
      given.service.get(AutoReportsService),
      given.service.get(RunsRepository),
      given.service.get(Mongo),
      { TIMEZONE },
    );

  it.each([
    ['another plan', { day: 4, hour: 20 }],
    ['another frequency', { frequency: 'Monthly', day: 30 }],
  ])('have no gap and no overlap after %s', async (_what, changes) => {
    await given.plan('m1', MONDAY);
    await planner.pass(MONDAY);
    const next = nextAfter({ ...PLAN, ...(changes as object) }, ZONE, MONDAY);
    await given.plan('m1', next, changes);
    await planner.pass(next);
    expect(await periods()).toEqual([
      [MONDAY - 7 * DAY_MS, MONDAY],
      [MONDAY, next],
    ]);
  });

  it('have none after a change of the time zone', async () => {
    await given.plan('m1', MONDAY);
    await planner.pass(MONDAY);
    const moved = plannerIn('Pacific/Auckland');
    for (let now = MONDAY; now < MONDAY + 21 * DAY_MS; now += 12 * HOUR_MS) await moved.pass(now);
    const made = await periods();
    expect(made.length).toBeGreaterThan(2);
    for (const [place, [from]] of made.entries()) if (place > 0) expect(from).toBe(made[place - 1]![1]);
  });

  it('have no gap after a change of plan that makes one of nearly two months', async () => {
    const service = given.service.get(AutoReportsService);
    const first = Date.parse('2026-11-01T07:00:00Z');
    const activeSince = new Date(first - DAY_MS);
    await given.plan('m1', first, { frequency: 'Monthly', day: 1, activeSince });
    await planner.pass(first);
    const changed = jest.spyOn(given.service.get(Mongo), 'now').mockResolvedValue(first + 27 * DAY_MS);
    const plan = {
      autoAlert: 'Active',
      autoEvent: 'Inactive',
      frequency: 'Monthly',
      day: 27,
      hour: 8,
    } as const;
    await service.save(aManager('m1'), plan);
    changed.mockRestore();
    const next = await nextAt();
    expect(new Date(next)).toEqual(new Date('2026-12-27T07:00:00Z'));
    await planner.pass(next);
    expect((await periods()).at(-1)).toEqual([first, next]);
  });

  it('begin anew after a pause of more than a month', async () => {
    await given.plan('m1', MONDAY);
    await planner.pass(MONDAY);
    const later = MONDAY + 35 * DAY_MS;
    await given.plan('m1', later, { activeSince: new Date(later - DAY_MS) });
    await planner.pass(later);
    expect((await periods()).at(-1)).toEqual([later - 7 * DAY_MS, later]);
  });
});

describe('a clock that leaps ahead and back', () => {
  it.each([
    ['two days', 2 * DAY_MS],
    ['ten days', 10 * DAY_MS],
    ['ten years', 3_650 * DAY_MS],
  ])('by %s takes no report away and makes none twice', async (_what, leap) => {
    await given.plan('m1', MONDAY);
    const before = MONDAY - HOUR_MS;
    await planner.pass(before + leap);
    await planner.pass(before);
    // From here on the clock is right.
    for (let now = before; now < MONDAY + 22 * DAY_MS; now += 6 * HOUR_MS) await planner.pass(now);
    const planned = [0, 1, 2, 3].map((weeks) => MONDAY + weeks * 7 * DAY_MS);
    const made = (await runs()).filter(({ dueAt }) => dueAt.getTime() <= MONDAY + 22 * DAY_MS);
    expect(made.map(({ dueAt }) => dueAt.getTime())).toEqual(planned);
    expect(made.map(({ state }) => state)).toEqual(planned.map(() => 'waiting'));
  });

  it('takes no report away if the way back is cut off', async () => {
    await given.plan('m1', MONDAY);
    const before = MONDAY - HOUR_MS;
    await planner.pass(before + 10 * DAY_MS);
    const cutOff = jest.spyOn(given.reports, 'planBack').mockRejectedValueOnce(new Error('cut off'));
    await expect(planner.pass(before)).rejects.toThrow('cut off');
    cutOff.mockRestore();
    await planner.pass(before);
    await planner.pass(MONDAY);
    expect(await runs()).toMatchObject([{ state: 'waiting', dueAt: new Date(MONDAY) }]);
  });

  it('back alone changes nothing', async () => {
    await given.plan('m1', MONDAY);
    await planner.pass(MONDAY);
    await planner.pass(MONDAY - DAY_MS);
    await planner.pass(MONDAY + HOUR_MS);
    expect(await runs()).toHaveLength(1);
    expect(await nextAt()).toBe(nextAfter(PLAN, ZONE, MONDAY));
  });
});

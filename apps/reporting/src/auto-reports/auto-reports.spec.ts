import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AUTO_REPORT_DEFAULTS, AutoReport } from '@telemon/contracts/reporting/auto-reports';
import { GivenReporting, ZONE, aManager } from '../../testing/given-reporting.ts';
import { AutoReportsService } from './auto-reports.service.ts';
import { nextAfter } from './schedule.ts';

let given: GivenReporting;
let service: AutoReportsService;
beforeAll(async () => {
  given = await GivenReporting.prepare();
  service = given.service.get(AutoReportsService);
});
beforeEach(() => given.begin());
afterAll(() => given.stop());

const m1 = aManager('m1');
const WEEKLY: AutoReport = {
  autoAlert: 'Active',
  autoEvent: 'Inactive',
  frequency: 'Weekly',
  day: 7,
  hour: 23,
};

describe('the plan of reports', () => {
  it('has the documented values until a user sets others, and plans nothing then', async () => {
    expect(await service.get(m1)).toEqual({ ...AUTO_REPORT_DEFAULTS, nextRunAt: null, timeZone: ZONE });
  });

  it('is each user’s own, and says when the next report comes', async () => {
    const saved = await service.save(m1, WEEKLY);
    const nextRunAt = new Date(nextAfter(WEEKLY, ZONE, Date.now())).toISOString();
    expect(saved).toEqual({ ...WEEKLY, nextRunAt, timeZone: ZONE });
    expect(await service.get(m1)).toEqual(saved);
    expect(await service.get(aManager('m2'))).toMatchObject(AUTO_REPORT_DEFAULTS);
  });

  it('keeps the begin of its activity over changes, and begins anew after a pause', async () => {
    const since = async () => (await service.find(m1.id))!.activeSince;
    await service.save(m1, WEEKLY);
    const first = await since();
    await service.save(m1, { ...WEEKLY, frequency: 'Monthly', autoEvent: 'Active' });
    expect(await since()).toEqual(first);
    await service.save(m1, { ...WEEKLY, autoAlert: 'Inactive' });
    expect(await since()).toBeNull();
    await service.save(m1, WEEKLY);
    expect((await since())!.getTime()).toBeGreaterThanOrEqual(first!.getTime());
  });

  it('plans nothing while alerts and events are inactive', async () => {
    await service.save(m1, WEEKLY);
    expect(await service.save(m1, { ...WEEKLY, autoAlert: 'Inactive' })).toMatchObject({ nextRunAt: null });
    expect(await service.save(m1, { ...WEEKLY, autoAlert: 'Inactive', autoEvent: 'Active' })).toMatchObject({
      nextRunAt: expect.any(String),
    });
  });

  it.each([
    [{ day: 7 }, true],
    [{ day: 8 }, false],
    [{ day: 0 }, false],
    [{ frequency: 'Monthly', day: 30 }, true],
    [{ frequency: 'Monthly', day: 31 }, false],
    [{ hour: 24 }, false],
    [{ hour: 0 }, true],
    [{ frequency: 'Daily' }, false],
    [{ autoEvent: 'On' }, false],
    [{ userId: 'm2' }, false],
  ])('may have %j: %p', (changes, isAllowed) => {
    expect(AutoReport.safeParse({ ...WEEKLY, ...changes }).success).toBe(isAllowed);
  });
});

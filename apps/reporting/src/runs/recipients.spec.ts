import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { periodLog } from '@telemon/contracts/alerting/period-log';
import { users } from '@telemon/contracts/auth/users';
import { logger } from '@telemon/platform/logging';
import { GivenReporting, aManager } from '../../testing/given-reporting.ts';
import { anEntry } from '../../testing/report-rows.ts';
import { KeptFiles } from '../kept-files/kept-files.ts';
import { ReportWriter } from '../letters/report-writer.ts';
import { Planner } from './planner.ts';
import { RunsService } from './runs.service.ts';

logger.level = 'silent';

let given: GivenReporting;
let service: RunsService;
beforeAll(async () => {
  given = await GivenReporting.prepare();
  service = given.service.get(RunsService);
});
beforeEach(() => given.begin());
afterEach(() => void jest.restoreAllMocks());
afterAll(() => given.stop());

const m1 = aManager('m1');
/** Does something once the next report is written, before it is handed over. */
const onceWritten = (act: () => void) => {
  // The spec calls it as a method of its writer.
  // oxlint-disable-next-line typescript/unbound-method
  const { write } = ReportWriter.prototype;
  jest.spyOn(ReportWriter.prototype, 'write').mockImplementationOnce(async function (
    this: ReportWriter,
    ...how
  ) {
    const letter = await write.apply(this, how);
    act();
    return letter;
  });
};
const NO_USER = { code: 'UserNotFound', kind: 'not-found', message: 'none' } as const;

describe('a report', () => {
  it.each([
    [
      'between two steps',
      () => given.others.answer(periodLog.occurrences, { occurrences: [], next: null, devices: '' }),
    ],
    ['before it is sent', () => given.others.answer(periodLog.scope, { devices: '' })],
  ])('is written anew if its user sees other devices %s', async (_when, change) => {
    await given.plan('m1', Date.now() - 60_000, { autoEvent: 'Active' });
    await given.service.get(Planner).pass();
    change();
    await given.reportSender().pass();
    expect(given.providers.emails).toEqual([]);
    expect(await given.files.countDocuments()).toBe(0);
    expect((await service.list(m1, { offset: 0, limit: 1 })).runs[0]).toMatchObject({
      state: 'waiting',
      reason: 'What its user may see has changed',
    });
    const now = { next: null, devices: '' };
    given.others.answer(periodLog.entries, { entries: [anEntry({ deviceAlias: 'Warm room' })], ...now });
    given.others.answer(periodLog.occurrences, { occurrences: [], ...now });
    given.others.answer(periodLog.scope, { devices: '' });
    await given.freeAll();
    await given.reportSender().pass();
    expect(given.providers.emails).toHaveLength(1);
    expect(given.providers.emails[0]!.raw).toContain('Warm room');
  });

  it('is written anew if its user got another address, role or manager meanwhile, and goes to no deleted one', async () => {
    await given.planDue('m1');
    const changes = [
      () => given.answerUser('mona@example.com', { userRole: 'assistant', managerId: 'm2' }),
      () => given.answerUser('mona@example.com', { userRole: 'assistant', managerId: 'm3' }),
      () => given.answerUser('new@example.com', { userRole: 'assistant', managerId: 'm3' }),
      () => given.answerUser('new@example.com', { mqttAdmin: 'Active' }),
    ];
    for (const change of changes) {
      onceWritten(change);
      await given.reportSender().pass();
      expect(await given.statesOf('m1')).toEqual(['waiting']);
      await given.freeAll();
    }
    onceWritten(() => given.others.refuse(users.get, NO_USER));
    await given.reportSender().pass();
    expect(given.providers.emails).toEqual([]);
    for (const documents of [given.runs, given.files]) expect(await documents.countDocuments()).toBe(0);
  });

  it('is forgotten with its spreadsheet and plan soon after its user was deleted', async () => {
    await given.planDue('m1', 'm2');
    await given.plan('m3', Date.now() + 60_000);
    const reportSender = given.reportSender();
    await reportSender.pass();
    given.others.answer(users.existing, { ids: ['m2'] });
    await reportSender.forgetDeleted();
    expect(await given.runs.distinct('userId')).toEqual(['m2']);
    expect(await given.files.countDocuments()).toBe(1);
    expect(await Promise.all(['m1', 'm2', 'm3'].map((id) => given.reports.find(id)))).toMatchObject([
      null,
      { _id: 'm2' },
      null,
    ]);
  });

  it('is not sent to a deleted user, whose plan, runs and files are removed', async () => {
    await given.planDue('m1');
    given.others.refuse(users.get, { code: 'UserNotFound', kind: 'not-found', message: 'none' });
    await given.reportSender().pass();
    expect(given.providers.emails).toEqual([]);
    expect(await given.runs.countDocuments()).toBe(0);
    expect(await given.reports.find('m1')).toBeNull();
  });

  it('waits, with its plan, if auth misses its user only where no majority confirms it', async () => {
    await given.planDue('m1');
    given.others.refuse(users.get, NO_USER);
    given.others.answer(users.existing, { ids: ['m1'] });
    await given.reportSender().pass();
    expect(await given.statesOf('m1')).toEqual(['waiting']);
    expect(await given.reports.find('m1')).toMatchObject({ _id: 'm1' });
  });

  it('leaves nothing of a deleted user, also if the removal is cut off', async () => {
    await given.planDue('m1');
    await given.reportSender().pass();
    await service.sendNow(m1);
    given.others.refuse(users.get, { code: 'UserNotFound', kind: 'not-found', message: 'none' });
    jest.spyOn(given.service.get(KeptFiles), 'remove').mockRejectedValueOnce(new Error('cut off'));
    await given.reportSender().pass();
    await given.freeAll();
    await given.reportSender().pass();
    expect(await given.files.countDocuments()).toBe(0);
    expect(await given.runs.countDocuments()).toBe(0);
  });

  it('goes to the address that the user has at sending time', async () => {
    await given.planDue('m1');
    given.answerUser('new@example.com');
    await given.reportSender().pass();
    expect(given.providers.emails[0]!.to).toEqual(['new@example.com']);
  });
});

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { periodLog } from '@telemon/contracts/alerting/period-log';
import { logger } from '@telemon/platform/logging';
import { receivedFile, rowsOfWorkbook } from '@telemon/testing/received-file';
import { GivenReporting, aManager } from '../../testing/given-reporting.ts';
import { until } from '@telemon/testing/waiting';
import { anEntry } from '../../testing/report-rows.ts';
import { Planner } from './planner.ts';
import { KeptFiles } from '../kept-files/kept-files.ts';
import { RunsRepository } from './runs.repository.ts';
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
const HOLDER = 'machine:1';
const messageIds = () => given.providers.emails.map(({ raw }) => /^Message-ID: (.*)$/m.exec(raw)?.[1]);

describe('a report', () => {
  it('is sent once to its user, with the spreadsheet, however many processes look for it', async () => {
    await given.planDue('m1');
    await Promise.all(
      [given.reportSender(), given.reportSender(), given.reportSender()].map((reportSender) =>
        reportSender.pass(),
      ),
    );
    expect(given.providers.emails).toHaveLength(1);
    const { to, raw } = given.providers.emails[0]!;
    expect(to).toEqual(['mona@example.com']);
    const run = (await given.runs.findOne({ userId: 'm1' }))!;
    expect(messageIds()).toEqual([`<${run._id}@example.com>`]);
    expect(raw).toContain('Subject: Telemon report:');
    expect(raw).toContain('filename=Report.xlsx');
    const [shown] = (await service.list(m1, { offset: 0, limit: 10 })).runs;
    expect(shown).toMatchObject({ state: 'sent', isLate: false, isAsked: false, reason: null });
    expect(shown!.fileBytes).toBeGreaterThan(1_000);
    const { fileName, bytes } = await receivedFile((inbox) => service.file(m1, run._id, inbox));
    expect(fileName).toBe('Report.xlsx');
    const [titles, row] = await rowsOfWorkbook(bytes);
    expect([titles![0], titles![5], row![0], row![5]]).toEqual(['Kind', 'Condition', 'Alert', 'Above 8']);
  });

  it('asks in the name of its user, about its period, only for the log that is active', async () => {
    await given.planDue('m1');
    await given.reportSender().pass();
    const questions = given.others.questions.filter(({ subject }) => subject.startsWith('alerting.'));
    const scope = questions.pop();
    expect(scope).toMatchObject({ subject: periodLog.scope.subject, actor: { id: 'm1' } });
    const run = (await given.runs.findOne({ userId: 'm1' }))!;
    expect(questions).toMatchObject([
      {
        subject: periodLog.entries.subject,
        actor: { id: 'm1', role: 'manager', managerId: 'm1', mqttAdmin: false },
        request: { from: run.from.toISOString(), to: run.to.toISOString(), after: null },
      },
    ]);
  });

  it('of each of twenty users is sent once by three processes', async () => {
    const ids = Array.from({ length: 20 }, (_, number) => `u${number}`);
    await given.planDue(...ids);
    await Promise.all(
      [given.reportSender(), given.reportSender(), given.reportSender()].map((reportSender) =>
        reportSender.pass(),
      ),
    );
    expect(given.providers.emails).toHaveLength(20);
    expect(new Set(messageIds()).size).toBe(20);
    expect(await given.runs.countDocuments({ state: 'sent', fence: 1 })).toBe(20);
  });

  it('whose process was killed is sent as soon as that process is back, not only once the claim has ended', async () => {
    await given.planDue('m1', 'm2');
    const runs = given.service.get(RunsRepository);
    await runs.claim(HOLDER, 60_000);
    await runs.claim('machine:2', 60_000);
    await runs.freeFrom(HOLDER);
    await given.reportSender().pass();
    expect(given.providers.emails).toHaveLength(1);
    expect(await given.runs.find({ state: 'waiting' }).toArray()).toMatchObject([{ holder: 'machine:2' }]);
  });

  it('that waits after a failed attempt does not begin earlier when its process is back', async () => {
    await given.planDue('m1');
    const runs = given.service.get(RunsRepository);
    const claim = (await runs.claim(HOLDER, 60_000))!;
    await runs.putOff(claim, { tookMs: 0, waitMs: 60_000, reason: 'No answer', mayHaveArrived: null });
    await runs.freeFrom(HOLDER);
    expect(await runs.claim(HOLDER, 60_000)).toBeNull();
  });

  it('that is sent hours after its time is late, and says so', async () => {
    await given.plan('m1', Date.now() - 5 * 3_600_000);
    await given.service.get(Planner).pass();
    await given.reportSender().pass();
    expect((await service.list(m1, { offset: 0, limit: 1 })).runs[0]).toMatchObject({
      state: 'sent',
      isLate: true,
    });
    expect(given.providers.emails[0]!.raw).toContain('This report comes late');
  });

  it('is not handed over by a process whose claim is over', async () => {
    await given.planDue('m1');
    const runs = given.service.get(RunsRepository);
    const stale = (await runs.claim(HOLDER, 60_000))!;
    await given.freeAll();
    await given.reportSender().pass();
    expect(given.providers.emails).toHaveLength(1);
    await given.reportSender().send(stale);
    expect(given.providers.emails).toHaveLength(1);
    expect(await runs.markFailed(stale, { reason: 'too late', mayHaveArrived: null })).toBe(false);
    expect(await given.statesOf('m1')).toEqual(['sent']);
  });

  it('is tried again when the mail server refuses it for now, without a note about a second copy', async () => {
    await given.planDue('m1');
    given.providers.mailBehaviours.push({ at: 'DATA', line: '451 try later' });
    await given.reportSender().pass();
    expect((await service.list(m1, { offset: 0, limit: 1 })).runs[0]).toMatchObject({
      state: 'waiting',
      reason: 'The mail server answered: 451 try later',
    });
    await given.freeAll();
    await given.reportSender().pass();
    expect(await given.statesOf('m1')).toEqual(['sent']);
    expect(given.providers.emails).toHaveLength(1);
    expect(given.providers.emails[0]!.raw).not.toContain('had this report before');
    // Only the spreadsheet of the claim under which the report was sent is kept.
    expect(await given.files.distinct('_id.claim')).toEqual([2]);
  });

  it('whose connection broke after its body may come twice, under one Message-ID, and says so', async () => {
    await given.planDue('m1');
    given.providers.mailBehaviours.push('reset after the body');
    await given.reportSender().pass();
    await given.freeAll();
    await given.reportSender().pass();
    const [first, second] = messageIds();
    expect(second).toBe(first);
    expect(given.providers.emails[0]!.raw).not.toContain('had this report before');
    expect(given.providers.emails[1]!.raw).toContain('had this report before');
  });

  it('fails for good if the mail server refuses its recipient, and after a day of attempts', async () => {
    await given.planDue('m1');
    given.providers.mailBehaviours.push({ at: 'RCPT', line: '550 no such user' });
    await given.reportSender().pass();
    expect(await given.statesOf('m1')).toEqual(['failed']);

    await given.planDue('m2');
    await given.runs.updateOne({ userId: 'm2' }, { $set: { triedForMs: 24 * 3_600_000 } });
    given.providers.mailBehaviours.push({ at: 'DATA', line: '451 try later' });
    await given.reportSender().pass();
    expect((await service.list(aManager('m2'), { offset: 0, limit: 1 })).runs[0]).toMatchObject({
      state: 'failed',
      reason: 'Given up after 24 hours: The mail server answered: 451 try later',
    });
  });

  it('is not given up by a process whose clock is ahead', async () => {
    await given.planDue('m1');
    given.providers.mailBehaviours.push({ at: 'DATA', line: '451 try later' });
    const present = Date.now.bind(Date);
    jest.spyOn(Date, 'now').mockImplementation(() => present() + 48 * 3_600_000);
    await given.reportSender().pass();
    expect(await given.statesOf('m1')).toEqual(['waiting']);
  });

  it('is not given up, and does not wait for days, after the database’s clock has leapt ahead and back', async () => {
    await given.planDue('m1');
    const leapt = {
      dueAt: new Date(Date.now() - 48 * 3_600_000),
      freeAt: new Date(Date.now() + 48 * 3_600_000),
    };
    await given.runs.updateOne({}, { $set: leapt });
    given.providers.mailBehaviours.push({ at: 'DATA', line: '451 try later' });
    const reportSender = given.reportSender();
    await reportSender.pass();
    expect(await given.runs.findOne({})).toMatchObject({ state: 'waiting', failures: 1 });
    await given.runs.updateOne({}, { $set: leapt });
    await reportSender.pass();
    expect(await given.statesOf('m1')).toEqual(['sent']);
  });

  it('is sent to its end while the next one cannot be claimed', async () => {
    await given.planDue('m1');
    const runs = given.service.get(RunsRepository);
    jest.spyOn(runs, 'claim').mockRejectedValueOnce(new Error('away'));
    await given.reportSender().pass();
    expect(await given.statesOf('m1')).toEqual(['sent']);
  });

  it('that the mail server takes long to accept holds up no other, also one that is due only then', async () => {
    await given.planDue('m1', 'm2');
    const { promise: looked, resolve: take } = Promise.withResolvers<void>();
    given.providers.mailBehaviours.push({ takenAfter: looked });
    const reportSender = given.reportSender();
    reportSender.nudge();
    await until(() => given.providers.emails.length === 1);
    await given.planDue('m3');
    reportSender.nudge();
    await until(() => given.providers.emails.length === 2);
    expect(await given.runs.countDocuments({ state: 'waiting' })).toBe(1);
    take();
    await reportSender.pass();
    expect(await given.runs.countDocuments({ state: 'sent', fence: 1 })).toBe(3);
  });

  it('leaves no spreadsheet while it waits, and none once it failed', async () => {
    await given.planDue('m1');
    for (const code of ['451', '452', '550']) {
      given.providers.mailBehaviours.push({ at: 'RCPT', line: `${code} no` });
      await given.reportSender().pass();
      expect(await given.files.countDocuments()).toBe(0);
      await given.freeAll();
    }
    expect(await given.statesOf('m1')).toEqual(['failed']);
  });

  it('leaves the spreadsheet of a newer claim to its process', async () => {
    await given.planDue('m1');
    const stale = (await given.service.get(RunsRepository).claim(HOLDER, 60_000))!;
    await given.freeAll();
    await given.reportSender().pass();
    given.others.refuse(periodLog.entries, { code: 'Unavailable', kind: 'unavailable', message: 'away' });
    await given.reportSender().send(stale);
    expect(await given.statesOf('m1')).toEqual(['sent']);
    expect(await given.files.distinct('_id.claim')).toEqual([2]);
  });

  it('keeps its spreadsheet if it was sent, although a later step failed', async () => {
    await given.planDue('m1');
    const reportSender = given.reportSender();
    jest.spyOn(given.service.get(KeptFiles), 'remove').mockRejectedValueOnce(new Error('cut off'));
    await reportSender.pass();
    expect(await given.statesOf('m1')).toEqual(['sent']);
    expect(await given.files.countDocuments()).toBe(1);
  });

  it('that is too large for the mail server comes with a link in place of its spreadsheet', async () => {
    await given.planDue('m1');
    given.providers.mailBehaviours.push({ at: 'BODY', line: '552 5.3.4 Message too big for system' });
    await given.reportSender().pass();
    expect(await given.statesOf('m1')).toEqual(['sent']);
    expect(given.providers.emails).toHaveLength(1);
    const { raw } = given.providers.emails[0]!;
    expect(raw).toContain('too large for an e-mail');
    expect(raw).not.toContain('Report.xlsx');
    expect(await given.files.countDocuments()).toBe(1);

    await given.planDue('m2');
    const refused = { at: 'BODY', line: '552 5.2.2 Mailbox full' } as const;
    given.providers.mailBehaviours.push(refused, refused);
    await given.reportSender().pass();
    expect(await given.statesOf('m2')).toEqual(['failed']);
  });

  it('fails once ten of its claims, one after the other, were cut off with their processes', async () => {
    await given.planDue('m1', 'm2');
    await given.runs.updateOne({ userId: 'm1' }, { $set: { fence: 10 } });
    await given.runs.updateOne({ userId: 'm2' }, { $set: { fence: 10, endedFence: 1 } });
    await given.reportSender().pass();
    expect(await given.statesOf('m1')).toEqual(['failed']);
    expect(await given.statesOf('m2')).toEqual(['sent']);
  });

  it('whose spreadsheet lacks a part is broken off when it is downloaded', async () => {
    await given.planDue('m1');
    await given.reportSender().pass();
    const { _id: id } = (await given.runs.findOne({ userId: 'm1' }))!;
    await given.files.deleteMany({});
    await expect(receivedFile((inbox) => service.file(m1, id, inbox))).rejects.toThrow();
  });

  it('waits while another service is away', async () => {
    await given.planDue('m1');
    given.others.refuse(periodLog.entries, { code: 'Unavailable', kind: 'unavailable', message: 'away' });
    await given.reportSender().pass();
    expect(await given.statesOf('m1')).toEqual(['waiting']);
    given.others.answer(periodLog.entries, { entries: [anEntry()], next: null, devices: 'freezer1' });
    await given.freeAll();
    await given.reportSender().pass();
    expect(await given.statesOf('m1')).toEqual(['sent']);
  });
});

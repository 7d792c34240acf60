import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { logger } from '@telemon/platform/logging';
import { GivenReporting, aManager } from '../../testing/given-reporting.ts';
import { RunsService } from './runs.service.ts';

logger.level = 'silent';

let given: GivenReporting;
let service: RunsService;
beforeAll(async () => {
  given = await GivenReporting.prepare();
  service = given.service.get(RunsService);
});
beforeEach(() => given.begin());
afterAll(() => given.stop());

const m1 = aManager('m1');

describe('an ordered report', () => {
  it('is sent once in five minutes, about alerts and events if neither is active', async () => {
    const first = await service.sendNow(m1);
    // The five minutes may end between the two orders.
    const second = await service.sendNow(m1);
    const third = await service.sendNow(m1);
    expect(new Set([first.id, second.id, third.id]).size).toBeLessThan(3);
    expect(first).toMatchObject({ state: 'waiting', isAsked: true });
    expect(await given.runs.findOne({ _id: first.id })).toMatchObject({ ofAlerts: true, ofEvents: true });
    await given.reportSender().pass();
    expect((await service.get(m1, first.id)).state).toBe('sent');
  });

  it('begins where the last planned one ended', async () => {
    await given.planDue('m1');
    const [planned] = await given.runs.find({}).toArray();
    await given.plan('m1', Date.now() + 60_000, { frequency: 'Monthly', day: 1 });
    const { from } = await service.sendNow(m1);
    expect(from).toBe(planned!.to.toISOString());
  });

  it('that failed is tried again when it is ordered again, and is no second copy', async () => {
    given.answerUser('gone@example.com');
    given.providers.mailBehaviours.push({ at: 'RCPT', line: '550 no such user' });
    const refused = await service.sendNow(m1);
    await given.reportSender().pass();
    expect(await service.get(m1, refused.id)).toMatchObject({
      state: 'failed',
      reason: 'The mail server answered: 550 no such user',
    });
    given.answerUser('mona@example.com');
    expect(await service.sendNow(m1)).toMatchObject({ state: 'waiting', reason: null });
    await given.reportSender().pass();
    expect(given.providers.emails.map(({ to }) => to)).toEqual([['mona@example.com']]);
    expect(given.providers.emails[0]!.raw).not.toContain('had this report before');
  });

  it('is seen by its user alone, its spreadsheet too', async () => {
    const { id } = await service.sendNow(m1);
    await given.reportSender().pass();
    for (const by of [
      aManager('m2'),
      { id: 'a', role: 'admin', managerId: null, mqttAdmin: true } as const,
    ]) {
      expect(await service.list(by, { offset: 0, limit: 10 })).toMatchObject({ runs: [] });
      await expect(service.get(by, id)).rejects.toMatchObject({ code: 'ReportNotFound' });
      await expect(service.file(by, id, 'inbox')).rejects.toMatchObject({ code: 'ReportNotFound' });
    }
  });
});

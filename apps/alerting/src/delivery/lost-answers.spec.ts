import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { logger } from '@telemon/platform/logging';
import { proxyBeforeDatabase } from '@telemon/testing/database';
import type { StartedService } from '@telemon/testing/service';
import type { TcpProxy } from '@telemon/testing/tcp-proxy';
import { until } from '@telemon/testing/waiting';
import { GivenDelivery } from '../../testing/given-delivery.ts';
import { NoticeClaims } from './notice-claims.ts';
import { Sweep } from './sweep.ts';

let given: GivenDelivery;
let proxy: TcpProxy;
let behindProxy: StartedService;

beforeAll(async () => {
  given = await GivenDelivery.prepare();
  await given.begin();
  const way = await proxyBeforeDatabase(given.database);
  proxy = way.proxy;
  behindProxy = await given.startReplica({ MONGODB_URL: way.url });
});
beforeEach(() => {
  given.providers.emails.length = 0;
});
afterEach(() => void jest.restoreAllMocks());
afterAll(async () => {
  proxy.heal();
  await given.end();
  await proxy.close();
  await given.drop();
});

/** Breaks the link after the database has executed the next command that contains this text, before its answer arrives. */
const loseAnswerTo = (text: string) => {
  let isExecuted = false;
  proxy.beforePassing = (bytes, from) => {
    if (from === 'client' && bytes.includes(text)) isExecuted = true;
    if (from === 'client' || !isExecuted) return;
    proxy.beforePassing = undefined;
    proxy.cut();
    proxy.heal();
  };
};
const noticeOf = async (entryId: string) => (await given.ofEntry(entryId))[0]!;
/** Shorter than the lease of a claim. */
const WITHIN_MS = 40_000;
const isSentBySweeping = (entryId: string) =>
  until(
    async () => {
      await behindProxy
        .get(Sweep)
        .sweep(0)
        .catch(() => undefined);
      return (await noticeOf(entryId)).state === 'sent';
    },
    { everyMs: 100, timeoutMs: WITHIN_MS },
  );
const haveRemarks = () =>
  given.providers.emails.map(({ raw }) => raw.includes('You may have had this message'));

describe('a notice', () => {
  it('is sent soon, without a remark, after the answer to its claim was lost', async () => {
    const entryId = await given.fire({ email: 'on-call@example.com' });
    loseAnswerTo('ticket');
    await given.deliver(entryId, behindProxy);
    expect(await noticeOf(entryId)).toMatchObject({
      state: 'queued',
      attempts: 1,
      ticket: expect.any(String),
    });
    await isSentBySweeping(entryId);
    expect(await noticeOf(entryId)).toMatchObject({ attempts: 1, reason: null });
    expect(haveRemarks()).toEqual([false]);
  });

  it('is marked as sent, and not sent again, once the database that went away meanwhile is back', async () => {
    const waits = jest.spyOn(logger, 'warn');
    const entryId = await given.fire({ email: 'on-call@example.com' });
    // Only the command that marks a notice removes fields.
    proxy.beforePassing = (bytes) => {
      if (bytes.includes('$unset')) proxy.cut();
    };
    const delivering = given.deliver(entryId, behindProxy);
    await until(() => waits.mock.calls.some(([, message]) => message === 'waiting for a server'));
    expect(await noticeOf(entryId)).toMatchObject({ state: 'queued' });
    proxy.beforePassing = undefined;
    proxy.heal();
    await delivering;
    expect(await noticeOf(entryId)).toMatchObject({ state: 'sent', reason: null });
    expect(haveRemarks()).toEqual([false]);
  });

  it('keeps the claim of another process after the answer to a claim was lost', async () => {
    const entryId = await given.fire({ email: 'on-call@example.com' });
    const { _id } = await noticeOf(entryId);
    loseAnswerTo('ticket');
    await expect(behindProxy.get(NoticeClaims).claim(_id, 'host:1', 1)).rejects.toThrow();
    const claims = given.service.get(NoticeClaims);
    const other = await until(async () => (await claims.claim(_id, 'host:2', 60_000)) ?? false);
    await until(() =>
      behindProxy
        .get(NoticeClaims)
        .freeLostClaims()
        .then(() => true),
    );
    expect(await noticeOf(entryId)).toMatchObject({ ticket: (other as { ticket: string }).ticket });
  });
});

describe('a grouped notice', () => {
  const sentGroups = () => given.notices.find({ group: { $exists: true }, state: 'sent' }).toArray();

  it.each(['insert', 'groupId', 'commitTransaction'])(
    'is stored and sent once, whatever answer is lost: that to a command with "%s"',
    async (command) => {
      await given.notices.deleteMany({});
      const firings = Array.from({ length: 3 }, () => ({ email: 'on-call@example.com' }));
      await given.fireAll(firings, behindProxy);
      await given.notices.updateMany({}, [
        { $set: { gatheredUntil: { $subtract: ['$$NOW', 1] } } },
        { $unset: ['dueAt'] },
      ]);
      loseAnswerTo(command);
      const sweep = () =>
        behindProxy
          .get(Sweep)
          .sweep(0)
          .catch(() => undefined);
      const isSent = async () => {
        await sweep();
        return (await sentGroups()).length > 0;
      };
      await until(isSent, { everyMs: 100, timeoutMs: WITHIN_MS });
      await sweep();
      const [group, ...others] = await sentGroups();
      expect(group!.group).toEqual({ count: 3, critical: 0 });
      expect(others).toEqual([]);
      expect(await given.notices.countDocuments({ groupId: group!._id })).toBe(3);
      expect(haveRemarks()).toEqual([false]);
    },
  );
});

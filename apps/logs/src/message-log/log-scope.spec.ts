import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Actor } from '@telemon/contracts/actor';
import { MOST_FOUND, SEARCHED_ROWS } from '@telemon/contracts/logs/message-logs';
import { type GivenLogs, givenLogs } from '../../testing/given-logs.ts';
import { ArrivalsConsumer, MORE_THAN_KEPT } from './arrivals.consumer.ts';
import { type LogRow, arrivalOf, firstIdFrom } from './log-row.ts';
import { LogRowsRepository } from './log-rows.repository.ts';
import { MessageLogService } from './message-log.service.ts';
import { Trimming } from './trimming.ts';

let given: GivenLogs;
let repository: LogRowsRepository;
let service: MessageLogService;

beforeAll(async () => {
  given = await givenLogs({ LOG_DAYS: '2', LOG_ROWS: '50', LOG_ROWS_A_SECOND: '10' });
  repository = given.service.get(LogRowsRepository);
  service = given.service.get(MessageLogService);
});
afterAll(() => given.stop());
beforeEach(async () => {
  for (const log of ['mqtt', 'udp']) await rows(log).deleteMany({});
});

const rows = (log = 'mqtt') => given.database.db.collection<LogRow>(`${log}_log_rows`);
const actor = (role: Actor['role'], id: string): Actor => ({
  id,
  role,
  managerId: role === 'admin' ? null : 'm1',
  mqttAdmin: true,
});
const ADMIN = actor('admin', 'a1');
const MANAGER = actor('manager', 'm1');
const ASSISTANT = actor('assistant', 's1');

let number = 0;
const aRow = (changes: Partial<LogRow> & { at?: number } = {}): LogRow => {
  const { at = Date.now(), ...row } = changes;
  return {
    _id: `${firstIdFrom(at)}-spec-${String(number++).padStart(6, '0')}`,
    deviceName: 'pump01',
    deviceKey: 1,
    topic: 'devices/pump01/telemetry',
    data: '{"TC1":20.1}',
    bytes: 12,
    reasons: [],
    count: 1,
    ...row,
  };
};
const seenBy = async (
  who: Actor,
  query: { search?: string; upTo?: string; limit?: number; offset?: number } = {},
) => service.page('mqtt', who, { limit: 100, offset: 0, ...query });
const dataSeenBy = async (who: Actor, query = {}) => (await seenBy(who, query)).rows.map(({ data }) => data);

describe('the rows of a log', () => {
  it('are, for a manager and an assistant, the rows of their devices, without rows of an earlier device of the name', async () => {
    await given.knows({ deviceName: 'pump01', deviceKey: 1, managerId: 'm1', assistantIds: ['s1'] });
    await given.knows({ deviceName: 'pump02', deviceKey: 2, managerId: 'm1' });
    await given.knows({ deviceName: 'pump03', deviceKey: 3, managerId: 'm2' });
    await repository.keep('mqtt', [
      aRow({ deviceKey: 1, data: 'own' }),
      aRow({ deviceName: 'pump02', deviceKey: 2, topic: 'devices/pump02/telemetry', data: 'not assigned' }),
      aRow({ deviceName: 'pump03', deviceKey: 3, data: 'foreign' }),
      aRow({ deviceKey: 99, data: 'of a former pump01, which another manager had' }),
      aRow({ deviceName: 'pump01', deviceKey: null, data: 'of an unknown sender' }),
    ]);
    expect(await dataSeenBy(ADMIN)).toHaveLength(5);
    expect(await dataSeenBy(MANAGER)).toEqual(['not assigned', 'own']);
    expect(await dataSeenBy(ASSISTANT)).toEqual(['own']);
    expect(await dataSeenBy(MANAGER, { search: 'pump01' })).toEqual(['own']);
    expect((await seenBy(MANAGER)).pagination).toEqual({ totalCount: 2 });
    expect(await dataSeenBy(actor('none', 'm1'))).toEqual([]);

    await given.knows({ deviceName: 'pump01', deviceKey: 1, managerId: 'm2' });
    expect(await dataSeenBy(MANAGER)).toEqual(['not assigned']);
    expect(await dataSeenBy(actor('manager', 'm2'))).toEqual(['foreign', 'own']);
    await given.knows({ deviceName: 'pump01', deviceKey: 1, managerId: 'm1', assistantIds: ['s1'] });
  });

  it('are newest first, and stay on their pages while messages come', async () => {
    const now = Date.now();
    const all = Array.from({ length: 12 }, (_, index) => aRow({ at: now + index, data: `number ${index}` }));
    await repository.keep('mqtt', all.toReversed());
    const first = await seenBy(ADMIN, { limit: 10 });
    expect(first.rows.map(({ data }) => data)).toEqual(
      Array.from({ length: 10 }, (_, index) => `number ${11 - index}`),
    );
    await repository.keep('mqtt', [aRow({ at: now + 100, data: 'new' })]);
    const upTo = first.rows[0]!.id;
    expect(await dataSeenBy(ADMIN, { limit: 10, offset: 10, upTo })).toEqual(['number 1', 'number 0']);
  });

  it('are read in their own order, by an index where they are of few devices', async () => {
    await repository.keep(
      'mqtt',
      Array.from({ length: 2_000 }, (_, index) => aRow({ deviceKey: index < 20 ? 1 : 5 })),
    );
    const planOf = async (filter: object) => {
      const { queryPlanner } = await rows().find(filter).sort({ _id: -1 }).explain();
      return JSON.stringify(queryPlanner.winningPlan);
    };
    const [ofAll, ofFew] = [await planOf({}), await planOf({ deviceKey: { $in: [1, 2] } })];
    expect(ofFew).toContain('IXSCAN');
    for (const plan of [ofAll, ofFew]) expect(plan).not.toContain('"SORT"');
  });
});

describe('a search', () => {
  const texts = ['[(.*)] ^$|?+\\', '{"$gt":""}', 'plain', '(a+)+$'];

  it('finds a text literally, in any case, in topic, device and data', async () => {
    await repository.keep('mqtt', [
      ...texts.map((data) => aRow({ data })),
      aRow({ topic: 'somewhere/Else', data: 'elsewhere' }),
      aRow({ deviceName: 'TANK-9', data: 'of the tank' }),
    ]);
    for (const text of texts) expect(await dataSeenBy(ADMIN, { search: text })).toEqual([text]);
    expect(await dataSeenBy(ADMIN, { search: 'PLAIN' })).toEqual(['plain']);
    expect(await dataSeenBy(ADMIN, { search: 'where/else' })).toEqual(['elsewhere']);
    expect(await dataSeenBy(ADMIN, { search: 'tank-9' })).toEqual(['of the tank']);
    expect(await dataSeenBy(ADMIN, { search: '.*' })).toEqual([texts[0]]);
    expect(await dataSeenBy(ADMIN, { search: 'a'.repeat(100) })).toEqual([]);
  });

  it('reads a bounded number of rows, and says where it stopped', async () => {
    const old = aRow({ at: Date.now() - 60_000, data: 'needle' });
    const hay = Array.from({ length: SEARCHED_ROWS }, () => aRow({ data: 'hay' }));
    await repository.keep('mqtt', [old, ...hay.slice(1)]);
    expect(await seenBy(ADMIN, { search: 'needle' })).toMatchObject({
      rows: [{ data: 'needle' }],
      isWhole: true,
    });
    await repository.keep('mqtt', [hay[0]!]);
    expect(await seenBy(ADMIN, { search: 'needle' })).toMatchObject({ rows: [], isWhole: false });
    const all = await seenBy(ADMIN, { search: 'hay', limit: 10, offset: 990 });
    expect(all).toMatchObject({ pagination: { totalCount: MOST_FOUND }, isWhole: false });
    expect(all.rows).toHaveLength(10);
  });
});

describe('Delete All', () => {
  const givenRows = async () => {
    await given.knows({ deviceName: 'pump01', deviceKey: 1, managerId: 'm1' });
    await repository.keep('mqtt', [
      aRow({ data: 'own' }),
      aRow({ deviceKey: 3, data: 'foreign' }),
      aRow({ deviceKey: 99, data: 'of a namesake' }),
      aRow({ at: Date.now() + 60_000, data: 'to come' }),
    ]);
    await repository.keep('udp', [aRow({ data: 'own datagram' })]);
  };
  const left = async () => (await rows().find().sort({ _id: 1 }).toArray()).map(({ data }) => data);

  it('by a manager removes the rows of their own devices alone, and none that comes later', async () => {
    await givenRows();
    expect(await service.remove('mqtt', MANAGER)).toEqual({ deleted: 1 });
    expect(await left()).toEqual(['foreign', 'of a namesake', 'to come']);
    expect(await rows('udp').countDocuments()).toBe(1);
  });

  it('by an admin removes all rows up to now, and is recorded', async () => {
    await givenRows();
    expect(await service.remove('mqtt', ADMIN)).toEqual({ deleted: 3 });
    expect(await left()).toEqual(['to come']);
    const [newest] = await given.database.db.collection('log_deletions').find().sort({ _id: -1 }).toArray();
    expect(newest).toMatchObject({
      log: 'mqtt',
      actorId: 'a1',
      role: 'admin',
      rows: 3,
      at: expect.any(Date),
    });
  });

  it('is recorded before the first row is gone', async () => {
    const deletions = given.database.db.collection('log_deletions');
    await deletions.deleteMany({});
    const removal = jest.spyOn(repository, 'removeSome');
    removal.mockImplementationOnce(async () => {
      expect(await deletions.find().toArray()).toMatchObject([{ log: 'udp', actorId: 'a1', rows: 0 }]);
      return { removed: 7, isDone: true };
    });
    expect(await service.remove('udp', ADMIN)).toEqual({ deleted: 7 });
    removal.mockRestore();
    expect(await deletions.find().toArray()).toMatchObject([{ rows: 7 }]);
  });

  it('removes any number of rows', async () => {
    await repository.keep(
      'mqtt',
      Array.from({ length: 12_000 }, () => aRow()),
    );
    expect(await service.remove('mqtt', ADMIN)).toEqual({ deleted: 12_000 });
    expect(await rows().countDocuments()).toBe(0);
  });
});

describe('a log', () => {
  it('loses rows that are too old, and its oldest ones if it has too many', async () => {
    const now = Date.now();
    const day = 86_400_000;
    await repository.keep('mqtt', [
      aRow({ at: now - 3 * day, data: 'too old' }),
      aRow({ at: now - day, data: 'old' }),
      ...Array.from({ length: 10 }, (_, index) => aRow({ at: now + index, data: `number ${index}` })),
    ]);
    await given.service.get(Trimming).pass(now);
    expect(await dataSeenBy(ADMIN)).toHaveLength(11);
    await repository.keep(
      'mqtt',
      Array.from({ length: 49 }, () => aRow({ at: now + 100 })),
    );
    await given.service.get(Trimming).pass(now);
    const kept = await rows().find().sort({ _id: 1 }).toArray();
    expect(kept).toHaveLength(50);
    expect(kept[0]!.data).toBe('number 9');
    expect(arrivalOf(kept[0]!).getTime()).toBe(now + 9);
  });

  it('loses no row because a clock is ahead', async () => {
    await repository.keep('mqtt', [aRow()]);
    await given.service.get(Trimming).pass(Date.now() + 30 * 86_400_000);
    expect(await rows().countDocuments()).toBe(1);
  });

  it('gets a limited number of rows a second, which say how many messages they stand for', async () => {
    const at = String(Date.now());
    const messageOf = (deviceName: string) => ({
      key: Buffer.from(deviceName),
      value: Buffer.from('1'),
      timestamp: at,
      offset: '0',
      attributes: 0,
      headers: { arrivalId: `burst-${number++}`, deviceKey: '1', receivedAt: at, source: 'mqtt' },
    });
    const consumer = given.service.get(ArrivalsConsumer);
    // The budget allows 20 rows in two seconds.
    const messages = [...Array.from({ length: 500 }, () => messageOf('loud-one')), messageOf('quiet-one')];
    await consumer.keep({ partition: 0, messages, behind: 0 });
    const burst = (await seenBy(ADMIN)).rows;
    expect(burst.length).toBeLessThanOrEqual(20);
    expect(burst.reduce((sum, { count }) => sum + count!, 0)).toBe(501);
    expect(burst.filter(({ deviceName }) => deviceName === 'quiet-one')).toMatchObject([{ count: 1 }]);

    await rows().deleteMany({});
    const many = Array.from({ length: 500 }, (_, index) => messageOf(`many-${index}`));
    await consumer.keep({ partition: 0, messages: many, behind: 0 });
    const { rows: found } = await seenBy(ADMIN);
    expect(found.reduce((sum, { count }) => sum + count!, 0)).toBe(500);
    expect(found).toContainEqual(expect.objectContaining({ reason: MORE_THAN_KEPT, deviceName: null }));
  });
});

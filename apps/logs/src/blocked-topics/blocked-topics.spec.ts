import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type Actor, SYSTEM } from '@telemon/contracts/actor';
import { MOST_BLOCKED_TOPICS, blockedTopics as calls } from '@telemon/contracts/logs/blocked-topics';
import { until } from '@telemon/testing/waiting';
import { GivenBlockedTopics } from '../../testing/given-blocked-topics.ts';
import { BlockedTopicsService } from './blocked-topics.service.ts';

let given: GivenBlockedTopics;
let service: BlockedTopicsService;

beforeAll(async () => {
  given = await GivenBlockedTopics.start();
  service = given.service.get(BlockedTopicsService);
});
afterEach(async () => {
  await given.database.db.collection('blocked_topics').deleteMany({});
});
afterAll(() => given.stop());

/** Blocks a topic that no device has, because the endpoints of other specs learn of it, too. */
const block = (topic: string, by: Actor = SYSTEM) => service.create(by, topic);
const page = (query: Record<string, unknown> = {}) => service.list(SYSTEM, calls.list.request.parse(query));
const topicsOf = async (query: Record<string, unknown> = {}) =>
  (await page(query)).blockedTopics.map(({ topic }) => topic);
const conflict = { failure: { kind: 'conflict' } };

describe('a blocked topic', () => {
  it('is listed, the newest first, four on a page', async () => {
    const made = await block('specs/pump01/#');
    for (const place of [2, 3, 4, 5]) await block(`specs/pump0${place}/#`);
    expect(await page()).toEqual({
      blockedTopics: [5, 4, 3, 2].map((place) => ({
        id: expect.any(String),
        topic: `specs/pump0${place}/#`,
      })),
      pagination: { totalCount: 5 },
    });
    expect((await page({ offset: 4 })).blockedTopics).toEqual([made]);
    expect(await topicsOf({ sort: 'topic', order: 'ASC', limit: 2 })).toEqual([
      'specs/pump01/#',
      'specs/pump02/#',
    ]);
  });

  it('is found by any part of it, literally', async () => {
    for (const topic of ['specs/+/image', 'specs/pump01/image', 'specs/#']) await block(topic);
    expect(await topicsOf({ q: '/+/' })).toEqual(['specs/+/image']);
    expect(await topicsOf({ q: 'PUMP' })).toEqual(['specs/pump01/image']);
  });

  it('is announced in a fact and over NATS, and so is its deletion', async () => {
    const { id, topic } = await block('specs/tank_02/#');
    await until(() => given.factsOf(id).length === 1);
    await service.remove(SYSTEM, id);
    await until(() => given.factsOf(id).length === 2);
    expect(given.factsOf(id)).toEqual([
      { kind: 'blocked-topic', key: id, version: 1, state: { id, topic } },
      { kind: 'blocked-topic', key: id, version: 2, state: null },
    ]);
    await until(() => given.changesOf(id).length === 2);
    expect(given.changesOf(id)).toEqual([
      { id, version: 1, topic },
      { id, version: 2, topic: null },
    ]);
    expect(await page()).toMatchObject({ blockedTopics: [], pagination: { totalCount: 0 } });
  });

  it('exists once, even if it is blocked several times at once, and topics differ in case', async () => {
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => block('specs/pump01/image')));
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(2);
    for (const { reason } of refused as PromiseRejectedResult[]) {
      expect(reason).toMatchObject({
        failure: { kind: 'conflict', fields: { topicName: 'This topic is blocked already' } },
      });
    }
    await block('specs/PUMP01/image');
    expect((await page()).pagination.totalCount).toBe(2);
  });

  it('can be blocked again after its deletion', async () => {
    const { id } = await block('specs/pump01/image');
    await service.remove(SYSTEM, id);
    expect((await block('specs/pump01/image')).id).not.toBe(id);
  });

  it('is deleted once', async () => {
    const { id } = await block('specs/pump01/image');
    await service.remove(SYSTEM, id);
    await expect(service.remove(SYSTEM, id)).rejects.toMatchObject({ failure: { kind: 'not-found' } });
  });

  it('is blocked, listed and deleted by admins only, also with mqttAdmin', async () => {
    const { id } = await block('specs/pump01/image');
    const manager: Actor = { id: 'm1', role: 'manager', managerId: 'm1', mqttAdmin: true };
    const refusal = { failure: { kind: 'forbidden' } };
    await expect(block('#', manager)).rejects.toMatchObject(refusal);
    await expect(service.list(manager, calls.list.request.parse({}))).rejects.toMatchObject(refusal);
    await expect(service.remove(manager, id)).rejects.toMatchObject(refusal);
    expect(await topicsOf()).toEqual(['specs/pump01/image']);
  });
});

describe('the number of blocked topics', () => {
  it('has a bound, exactly, even if several are blocked at once', async () => {
    const rows = Array.from({ length: MOST_BLOCKED_TOPICS - 2 }, (_, index) => ({
      _id: `row-${index}`,
      topic: `rows/${index}`,
      createdAt: new Date(),
    }));
    await given.database.db.collection<{ _id: string }>('blocked_topics').insertMany(rows);
    const outcomes = await Promise.allSettled([1, 2, 3, 4, 5].map((place) => block(`more/${place}`)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: {
        failure: {
          kind: 'conflict',
          message: 'At most 1000 topics can be blocked. Delete some, or block several by a wildcard',
        },
      },
    });
    expect((await page()).pagination.totalCount).toBe(MOST_BLOCKED_TOPICS);
    await expect(block('rows/0')).rejects.toMatchObject({ ...conflict, code: 'TopicIsBlocked' });
    await service.remove(SYSTEM, 'row-0');
    await block('more/again');
  });
});

describe('the list of blocked topics', () => {
  it('is read by an index', async () => {
    const topics = given.database.db.collection('blocked_topics');
    const { queryPlanner } = await topics.find().sort({ createdAt: -1, _id: -1 }).explain();
    const plan = JSON.stringify(queryPlanner.winningPlan);
    expect(plan).toContain('IXSCAN');
    expect(plan).not.toContain('"SORT"');
  });
});

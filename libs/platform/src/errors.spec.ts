import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type FreshDatabase, freshDatabase } from '@telemon/testing/database';
import { until } from '@telemon/testing/waiting';
import { MongoBulkWriteError, MongoClient, MongoServerError } from 'mongodb';
import { failureOf, reasonOf } from './errors.ts';

let database: FreshDatabase;

beforeAll(async () => void (database = await freshDatabase()));
afterAll(() => database.drop());

const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: Error) => error,
  );

describe('the failure that a caller gets for a database', () => {
  const slow = { $where: 'sleep(300) || true' };

  it('that has no free connection: Busy, not Unavailable', async () => {
    const client = new MongoClient(database.url, { maxPoolSize: 1, waitQueueTimeoutMS: 20 });
    const rows = client.db().collection('rows');
    await until(() => rows.insertOne({}), { what: 'the one connection' });
    const [, error] = await Promise.all([rows.findOne(slow), errorOf(rows.findOne({}))]);
    await client.close();
    expect(error!.name).toBe('MongoWaitQueueTimeoutError');
    expect(failureOf(error)).toMatchObject({ code: 'Busy', kind: 'unavailable', retryAfterS: 3 });
  });

  it('that exceeds the time limit: Busy', async () => {
    const rows = database.db.collection('rows');
    const error = await errorOf(rows.findOne(slow, { maxTimeMS: 20 }));
    expect(failureOf(error)).toMatchObject({ code: 'Busy', kind: 'unavailable' });
  });

  it('that is away: Unavailable', async () => {
    const client = new MongoClient('mongodb://127.0.0.1:1/none', { serverSelectionTimeoutMS: 50 });
    const error = await errorOf(client.db().collection('rows').findOne({}));
    await client.close();
    expect(failureOf(error)).toMatchObject({ code: 'Unavailable', kind: 'unavailable' });
  });

  it.each([
    ['HostUnreachable', 6],
    ['HostNotFound', 7],
    ['CursorNotFound', 43],
    ['StaleShardVersion', 63],
    ['NetworkTimeout', 89],
    ['ShutdownInProgress', 91],
    ['FailedToSatisfyReadPreference', 133],
    ['ReadConcernMajorityNotAvailableYet', 134],
    ['PrimarySteppedDown', 189],
    ['ExceededTimeLimit', 262],
    ['SocketException', 9_001],
    ['NotWritablePrimary', 10_107],
    ['InterruptedAtShutdown', 11_600],
    ['InterruptedDueToReplStateChange', 11_602],
    ['NotPrimaryNoSecondaryOk', 13_435],
    ['NotPrimaryOrSecondary', 13_436],
  ])('that changes its primary, as a read fails with %s: Unavailable', (codeName, code) => {
    const error = new MongoServerError({ message: codeName, codeName, code });
    for (const each of [error, new MongoBulkWriteError(error, {} as never)])
      expect(failureOf(each)).toMatchObject({ code: 'Unavailable', kind: 'unavailable', retryAfterS: 3 });
  });

  it.each([
    'ECONNRESET',
    'EPIPE',
    'ETIMEDOUT',
    'ECONNREFUSED',
    'ECONNABORTED',
    'EHOSTUNREACH',
    'ENETUNREACH',
  ])('whose connection breaks with a bare socket error, %s: Unavailable', (code) => {
    const error = Object.assign(new Error(`read ${code}`), { code, syscall: 'read' });
    expect(failureOf(error)).toMatchObject({ code: 'Unavailable', kind: 'unavailable' });
  });

  it('that refuses an invalid command: Internal, without details', () => {
    const error = new MongoServerError({ message: 'unknown operator: $neer', code: 2 });
    expect(failureOf(error)).toMatchObject({ code: 'Internal', kind: 'internal' });
  });
});

describe('a reason in the log', () => {
  it.each([
    [new TypeError('x is not a function'), 'TypeError: x is not a function'],
    [
      // Node's error for a name with two addresses that refuse connections.
      Object.assign(new AggregateError([], ''), { code: 'ECONNREFUSED' }),
      'AggregateError: ECONNREFUSED',
    ],
    [new AggregateError([new Error('one'), new Error('other')]), 'AggregateError: Error: one, Error: other'],
    [new Error('', { cause: new Error('the line broke') }), 'Error: Error: the line broke'],
    [new Error(), 'Error'],
    [undefined, 'undefined'],
    ['a text', 'a text'],
  ])('is never empty (%p)', (error, reason) => {
    expect(reasonOf(error)).toBe(reason);
  });
});

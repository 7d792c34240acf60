import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type FreshDatabase, freshDatabase } from '@telemon/testing/database';
import { until } from '@telemon/testing/waiting';
import { MongoClient } from 'mongodb';
import { failureOf, reasonOf } from './errors.ts';

let database: FreshDatabase;

beforeAll(async () => void (database = await freshDatabase()));
afterAll(() => database.drop());

const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: Error) => error,
  );

describe('what a caller is told of a database', () => {
  const slow = { $where: 'sleep(300) || true' };

  it('that has no connection free: that there is too much to do, not that it is away', async () => {
    const client = new MongoClient(database.url, { maxPoolSize: 1, waitQueueTimeoutMS: 20 });
    const rows = client.db().collection('rows');
    await until(() => rows.insertOne({}), { what: 'the one connection' });
    const [, error] = await Promise.all([rows.findOne(slow), errorOf(rows.findOne({}))]);
    await client.close();
    expect(error!.name).toBe('MongoWaitQueueTimeoutError');
    expect(failureOf(error)).toMatchObject({ code: 'Busy', kind: 'unavailable', retryAfterS: 3 });
  });

  it('that does not come to an end in the time it has: the same', async () => {
    const rows = database.db.collection('rows');
    const error = await errorOf(rows.findOne(slow, { maxTimeMS: 20 }));
    expect(failureOf(error)).toMatchObject({ code: 'Busy', kind: 'unavailable' });
  });

  it('that is away: that this is not available', async () => {
    const client = new MongoClient('mongodb://127.0.0.1:1/none', { serverSelectionTimeoutMS: 50 });
    const error = await errorOf(client.db().collection('rows').findOne({}));
    await client.close();
    expect(failureOf(error)).toMatchObject({ code: 'Unavailable', kind: 'unavailable' });
  });
});

describe('a reason in the log', () => {
  it.each([
    [new TypeError('x is not a function'), 'TypeError: x is not a function'],
    [
      // As Node reports a name with two addresses where nobody listens.
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

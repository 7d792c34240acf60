/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { QueryObserver } from '@tanstack/react-query';
import { makeQueryClient } from './query-client.ts';
import { Refusal } from './refusal.ts';

const ofStatus = (status: number, retryAfterS: number | null = null) =>
  new Refusal('Refused', status, null, undefined, retryAfterS);

/** A query in use that fails `failures` times before it succeeds. */
const observe = (error: Refusal, failures: number) => {
  const query = jest.fn(async () => {
    if (query.mock.calls.length <= failures) throw error;
    return 'data';
  });
  const observer = new QueryObserver(makeQueryClient(), { queryKey: ['x'], queryFn: query, retry: false });
  return { query, observer, leave: observer.subscribe(() => undefined) };
};
const pass = (seconds: number) => jest.advanceTimersByTimeAsync(seconds * 1_000);

describe('a query whose first answer failed', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it.each([0, 429, 500, 503])('is asked again until it succeeds, after status %i', async (status) => {
    const { query, observer } = observe(ofStatus(status), 3);
    await pass(4);
    expect(query).toHaveBeenCalledTimes(1);
    await pass(12);
    expect(observer.getCurrentResult().data).toBe('data');
    await pass(60);
    expect(query).toHaveBeenCalledTimes(4);
  });

  it.each([401, 403, 404, 422])('is not asked again after status %i', async (status) => {
    const { query } = observe(ofStatus(status), 3);
    await pass(60);
    expect(query).toHaveBeenCalledTimes(1);
  });

  it('is asked again as late as the server wants', async () => {
    const { query } = observe(ofStatus(429, 20), 1);
    await pass(19);
    expect(query).toHaveBeenCalledTimes(1);
    await pass(2);
    expect(query).toHaveBeenCalledTimes(2);
  });

  it('is not asked again when no page needs it any more', async () => {
    const { query, leave } = observe(ofStatus(503), 3);
    await pass(1);
    leave();
    await pass(60);
    expect(query).toHaveBeenCalledTimes(1);
  });

  it('is asked again by the one timer after a Retry that failed, too', async () => {
    const { query, observer } = observe(ofStatus(503), 9);
    await pass(3);
    await observer.refetch();
    await pass(4);
    expect(query).toHaveBeenCalledTimes(2);
    await pass(2);
    expect(query).toHaveBeenCalledTimes(3);
  });
});

it('keeps the data of a query that fails later', async () => {
  const { observer, query } = observe(ofStatus(503), 0);
  await observer.refetch();
  query.mockRejectedValueOnce(ofStatus(503));
  await observer.refetch();
  expect(observer.getCurrentResult()).toMatchObject({ data: 'data', status: 'error' });
});

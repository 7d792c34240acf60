import { describe, expect, it } from '@jest/globals';
import { until } from './waiting.ts';

describe('waiting for something', () => {
  it('returns the first value', async () => {
    let calls = 0;
    expect(await until(() => (calls++ < 3 ? null : 'here'), { everyMs: 1 })).toBe('here');
  });

  it('treats an error as no value yet', async () => {
    let calls = 0;
    const answer = until(
      () => {
        if (calls++ < 3) throw new Error('not up yet');
        return calls;
      },
      { everyMs: 1 },
    );
    expect(await answer).toBe(4);
  });

  it('names the condition and the last error after a timeout', async () => {
    const waiting = until(() => Promise.reject(new Error('refused')), {
      timeoutMs: 20,
      everyMs: 5,
      what: 'the sign-in',
    });
    await expect(waiting).rejects.toMatchObject({
      message: 'the sign-in did not come about within 20 ms',
      cause: new Error('refused'),
    });
  });
});

import { describe, expect, it } from '@jest/globals';
import { warningOf } from './limit-warning.ts';
import { Periods } from './period.ts';

describe('the warning that most of a limit is used', () => {
  it.each([
    [
      8,
      /^Your devices have used 8 of 10 SMS of this month\. Once all are used, further SMS of alerts are held until /,
    ],
    [10, /^Your devices have used 10 of 10 SMS of this month\. Further SMS of alerts are held until /],
  ])('says that more are held once all are used, or already: %i of 10', (used, words) => {
    const period = new Periods('Europe/Paris', Date.now()).of('Monthly');
    const warns = { managerId: 'm', subject: '', has: 'Your devices have' };
    const limit = { counter: 'c', period, most: 10, channel: 'sms', reason: '', warns } as const;
    const state = { used, email: 'mona@example.com', zone: 'Europe/Paris', now: Date.now() };
    expect(warningOf(limit, state).letter!.text).toMatch(words);
  });
});

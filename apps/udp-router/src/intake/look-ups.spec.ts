import { describe, expect, it } from '@jest/globals';
import { LookUps } from './look-ups.ts';

const asking = (answer: (name: string) => Promise<boolean>) => {
  const asked: string[] = [];
  const clock = { now: 0 };
  const lookUps = new LookUps(
    (name) => {
      asked.push(name);
      return answer(name);
    },
    () => clock.now,
  );
  return { lookUps, asked, clock };
};

describe('a name that no fact has told of', () => {
  it('is asked about once, however many datagrams come meanwhile and after', async () => {
    const { lookUps, asked } = asking(async () => true);
    const answers = await Promise.all([lookUps.isRegistered('pump01'), lookUps.isRegistered('pump01')]);
    expect([...answers, lookUps.isRegistered('pump01')]).toEqual([true, true, true]);
    expect(asked).toEqual(['pump01']);
  });

  it('is asked about again after a while, and at once when a fact came', async () => {
    const { lookUps, asked, clock } = asking(async () => false);
    await lookUps.isRegistered('pump01');
    clock.now = 59_000;
    expect(lookUps.isRegistered('pump01')).toBe(false);
    clock.now = 61_000;
    await lookUps.isRegistered('pump01');
    lookUps.forget('pump01');
    await lookUps.isRegistered('pump01');
    expect(asked).toHaveLength(3);
  });

  it('is not known while nobody answers, and nothing is asked until a little later', async () => {
    const { lookUps, asked, clock } = asking(() => Promise.reject(new Error('nobody answers')));
    expect(await lookUps.isRegistered('pump01')).toBe(false);
    clock.now = 900;
    expect([lookUps.isRegistered('pump01'), lookUps.isRegistered('pump02')]).toEqual([false, false]);
    clock.now = 1_100;
    await lookUps.isRegistered('pump01');
    expect(asked).toHaveLength(2);
  });

  it('costs a bounded number of questions in a flood of made-up names', async () => {
    const { lookUps, asked, clock } = asking(async () => false);
    let unasked = 0;
    for (let number = 0; number < 200_000; number++) {
      clock.now = number / 100; // 100,000 a second
      if (lookUps.isRegistered(`made-up-${number}`) === false) unasked++;
      if (number % 50 === 0) await Promise.resolve();
    }
    expect(asked.length).toBeLessThanOrEqual(40 + 2 * 20 + 1);
    expect(unasked + asked.length).toBe(200_000);
  });

  it('never has more than a few questions open', () => {
    const { lookUps, asked } = asking(() => new Promise(() => undefined));
    for (let number = 0; number < 100; number++) void lookUps.isRegistered(`name-${number}`);
    expect(asked).toHaveLength(4);
  });
});

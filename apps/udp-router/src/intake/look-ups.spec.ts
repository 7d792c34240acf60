import { describe, expect, it } from '@jest/globals';
import { LookUps } from './look-ups.ts';

const asking = (answer: (name: string) => Promise<number | null>) => {
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
    const { lookUps, asked } = asking(async () => 7);
    const answers = await Promise.all([lookUps.keyOf('pump01'), lookUps.keyOf('pump01')]);
    expect([...answers, lookUps.keyOf('pump01')]).toEqual([7, 7, 7]);
    expect(asked).toEqual(['pump01']);
  });

  it('is asked about again after a while, and at once when a fact came', async () => {
    const { lookUps, asked, clock } = asking(async () => null);
    await lookUps.keyOf('pump01');
    clock.now = 59_000;
    expect(lookUps.keyOf('pump01')).toBeNull();
    clock.now = 61_000;
    await lookUps.keyOf('pump01');
    lookUps.forget('pump01');
    await lookUps.keyOf('pump01');
    expect(asked).toHaveLength(3);
  });

  it('is asked about again where a fact came while it was asked about', async () => {
    const answers = [Promise.withResolvers<number | null>(), Promise.withResolvers<number | null>()];
    const { lookUps, asked } = asking(() => answers[asked.length - 1]!.promise);
    const before = lookUps.keyOf('pump01');
    lookUps.forget('pump01');
    const after = lookUps.keyOf('pump01');
    answers[1]!.resolve(null);
    answers[0]!.resolve(7);
    expect(await Promise.all([before, after])).toEqual([7, null]);
    expect(lookUps.keyOf('pump01')).toBeNull();
  });

  it('is neither known nor unknown while nobody answers, and nothing is asked until a little later', async () => {
    const { lookUps, asked, clock } = asking(() => Promise.reject(new Error('nobody answers')));
    expect(await lookUps.keyOf('pump01')).toBeUndefined();
    clock.now = 900;
    expect([lookUps.keyOf('pump01'), lookUps.keyOf('pump02')]).toEqual([undefined, undefined]);
    clock.now = 1_100;
    await lookUps.keyOf('pump01');
    expect(asked).toHaveLength(2);
  });

  it('costs a bounded number of questions in a flood of made-up names', async () => {
    const { lookUps, asked, clock } = asking(async () => null);
    let unasked = 0;
    for (let number = 0; number < 200_000; number++) {
      clock.now = number / 100; // 100,000 a second
      if (lookUps.keyOf(`made-up-${number}`) === undefined) unasked++;
      if (number % 50 === 0) await Promise.resolve();
    }
    expect(asked.length).toBeLessThanOrEqual(40 + 2 * 20 + 1);
    expect(unasked + asked.length).toBe(200_000);
  });

  it('never has more than a few questions open', () => {
    const { lookUps, asked } = asking(() => new Promise(() => undefined));
    for (let number = 0; number < 100; number++) void lookUps.keyOf(`name-${number}`);
    expect(asked).toHaveLength(4);
  });
});

import { describe, expect, it } from '@jest/globals';
import { until } from '@telemon/testing/waiting';
import { type LookUpLimits, LookUps } from './look-ups.ts';

interface Answer {
  login: number | null;
}

const LIMITS: LookUpLimits = { atOnce: 8, waiting: 2_000, rate: null, usedForMs: 500, remembered: 2_000 };

/** Look-ups whose questions the spec answers, and whose clock it sets. */
const givenLookUps = (limits: Partial<LookUpLimits> = {}) => {
  const questions: { name: string; answer: (login: number | null) => void; fail: () => void }[] = [];
  const clock = { now: 0 };
  const lookUps = new LookUps<Answer>(
    (name) => {
      const { promise, resolve, reject } = Promise.withResolvers<Answer>();
      questions.push({
        name,
        answer: (login) => resolve({ login }),
        fail: () => reject(new Error('no answer')),
      });
      return promise;
    },
    { ...LIMITS, ...limits },
    () => clock.now,
  );
  const untilAsked = (count: number) => until(() => questions.length === count);
  return { lookUps, questions, clock, untilAsked };
};

/** Look-ups whose questions are answered at once. */
const givenAnswers = (limits: Partial<LookUpLimits> = {}, answer: number | null = null) => {
  const clock = { now: 0 };
  const askedNames: string[] = [];
  const lookUps = new LookUps<Answer>(
    async (name) => {
      askedNames.push(name);
      return { login: answer };
    },
    { ...LIMITS, ...limits },
    () => clock.now,
  );
  return { lookUps, clock, askedNames };
};

describe('an answer', () => {
  it('is shared by concurrent questions and reused for a while', async () => {
    const { lookUps, questions, clock, untilAsked } = givenLookUps();
    const answers = Promise.all([lookUps.ask('pump01'), lookUps.ask('pump01'), lookUps.ask('pump01')]);
    await untilAsked(1);
    questions[0]!.answer(7);
    expect(await answers).toEqual([{ login: 7 }, { login: 7 }, { login: 7 }]);
    clock.now = 499;
    expect(await lookUps.ask('pump01')).toEqual({ login: 7 });
    expect(lookUps.answerOf('pump01')).toEqual({ login: 7 });
    expect(questions).toHaveLength(1);
    clock.now = 500;
    expect(lookUps.answerOf('pump01')).toBeUndefined();
    void lookUps.ask('pump01');
    await untilAsked(2);
  });

  it('to a question asked before a fact came is not used after it', async () => {
    const { lookUps, questions, untilAsked } = givenLookUps();
    const before = lookUps.ask('pump01');
    await untilAsked(1);
    lookUps.forget('pump01');
    const after = lookUps.ask('pump01');
    await untilAsked(2);
    questions[1]!.answer(2);
    questions[0]!.answer(1);
    expect(await Promise.all([before, after])).toEqual([{ login: 1 }, { login: 2 }]);
    expect(lookUps.answerOf('pump01')).toEqual({ login: 2 });
    lookUps.forget('pump01');
    expect(lookUps.answerOf('pump01')).toBeUndefined();
  });

  it('is evicted, the oldest first, when there are more than may be remembered', async () => {
    const { lookUps } = givenAnswers({ remembered: 2 });
    for (const name of ['pump01', 'pump02', 'pump03']) await lookUps.ask(name);
    expect(['pump01', 'pump02', 'pump03'].map((name) => lookUps.answerOf(name) !== undefined)).toEqual([
      false,
      true,
      true,
    ]);
  });
});

describe('questions', () => {
  it('are asked a limited number at once, then queue, and are refused once the queue is full', async () => {
    const { lookUps, questions, untilAsked } = givenLookUps();
    const answers = Array.from({ length: 2_500 }, (_, index) => lookUps.ask(`dev${index}`));
    await untilAsked(8);
    expect(answers.slice(2_008).every((answer) => answer === undefined)).toBe(true);
    const answering = setInterval(() => questions.forEach(({ answer }) => answer(7)), 1);
    expect(await Promise.all(answers.slice(0, 2_008))).toEqual(Array(2_008).fill({ login: 7 }));
    clearInterval(answering);
  });

  it('stay within the rate in a flood of made-up names', async () => {
    const { lookUps, clock, askedNames } = givenAnswers({
      atOnce: 4,
      waiting: 40,
      rate: { perSecond: 20, burst: 40 },
    });
    let unasked = 0;
    for (let number = 0; number < 200_000; number++) {
      clock.now = number / 100; // 100,000 a second
      if (lookUps.ask(`made-up-${number}`) === undefined) unasked++;
      if (number % 50 === 0) await Promise.resolve();
    }
    await until(() => unasked + askedNames.length === 200_000);
    expect(askedNames.length).toBeLessThanOrEqual(40 + 2 * 20 + 1);
  });
});

describe('a sender of many names that no device has', () => {
  const limits = { atOnce: 4, waiting: 40, rate: { perSecond: 20, burst: 40 }, usedForMs: 60_000 };
  const names = Array.from({ length: 100 }, (_, index) => `name${index}`);
  /** Asks about all names at once, after their last answers have expired. */
  const round = async ({ lookUps, clock }: Pick<ReturnType<typeof givenAnswers>, 'lookUps' | 'clock'>) => {
    clock.now += 66_000;
    await Promise.all(names.map((name) => lookUps.ask(name)));
  };

  it('gets a question about each name in time, because names asked about before have to wait', async () => {
    const given = givenAnswers(limits);
    for (let rounds = 0; rounds < 4; rounds++) await round(given);
    expect(new Set(given.askedNames)).toEqual(new Set(names));
  });

  it('does not keep a registered device from being asked about again', async () => {
    const { lookUps, clock, askedNames } = givenAnswers(limits, 7);
    await lookUps.ask('pump01');
    clock.now += 66_000;
    await Promise.all(names.slice(0, 39).map((name) => lookUps.ask(name)));
    expect(await lookUps.ask('pump01')).toEqual({ login: 7 });
    expect(askedNames.filter((name) => name === 'pump01')).toHaveLength(2);
  });
});

describe('while the devices service does not answer', () => {
  it('no question is asked for a second', async () => {
    const { lookUps, questions, clock, untilAsked } = givenLookUps();
    const first = lookUps.ask('pump01');
    await untilAsked(1);
    questions[0]!.fail();
    await expect(first).rejects.toThrow('no answer');
    clock.now = 999;
    expect(lookUps.ask('pump02')).toBeUndefined();
    clock.now = 1_000;
    void lookUps.ask('pump02');
    await untilAsked(2);
  });

  it('the queued questions fail without being asked', async () => {
    const { lookUps, questions, untilAsked } = givenLookUps({ atOnce: 1 });
    const answers = [lookUps.ask('pump01'), lookUps.ask('pump02'), lookUps.ask('pump03')];
    await untilAsked(1);
    questions[0]!.fail();
    const outcomes = await Promise.allSettled(answers);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(questions).toHaveLength(1);
  });

  it('a question about a device with a new fact is asked all the same', async () => {
    const { lookUps, questions, untilAsked } = givenLookUps();
    const first = lookUps.ask('pump01');
    await untilAsked(1);
    questions[0]!.fail();
    await expect(first).rejects.toThrow('no answer');
    const anew = lookUps.askAnew('pump02');
    await untilAsked(2);
    questions[1]!.answer(9);
    expect(await anew).toEqual({ login: 9 });
  });
});

import { describe, expect, it } from '@jest/globals';
import { until } from '@telemon/testing/waiting';
import { LookUps } from './look-ups.ts';

/** Look-ups whose questions the spec answers. */
const givenLookUps = () => {
  const questions: { name: string; answer: (fingerprint: string | null) => void; fail: () => void }[] = [];
  const lookUps = new LookUps<string | null>((name) => {
    const { promise, resolve, reject } = Promise.withResolvers<string | null>();
    questions.push({ name, answer: resolve, fail: () => reject(new Error('nobody answers')) });
    return promise;
  });
  return { lookUps, questions };
};

describe('looking up a password', () => {
  it('asks once for all who want the same', async () => {
    const { lookUps, questions } = givenLookUps();
    const answers = Promise.all([lookUps.ask('pump01'), lookUps.ask('pump01'), lookUps.ask('pump01')]);
    await until(() => questions.length === 1);
    questions[0]!.answer('abc');
    expect(await answers).toEqual(['abc', 'abc', 'abc']);
    expect(await lookUps.ask('pump01')).toBe('abc');
    expect(questions).toHaveLength(1);
  });

  it('asks again a moment later', async () => {
    const { lookUps, questions } = givenLookUps();
    const first = lookUps.ask('pump01');
    await until(() => questions.length === 1);
    questions[0]!.answer(null);
    expect(await first).toBeNull();
    await until(() => {
      void lookUps.ask('pump01');
      return questions.length === 2;
    });
  });

  it('asks anew where something was told since it asked, and uses that answer again', async () => {
    const { lookUps, questions } = givenLookUps();
    const before = lookUps.ask('pump01');
    await until(() => questions.length === 1);
    lookUps.forget('pump01');
    const after = lookUps.ask('pump01');
    await until(() => questions.length === 2);
    questions[1]!.answer('new');
    questions[0]!.answer('old');
    expect(await Promise.all([before, after])).toEqual(['old', 'new']);
    expect(await lookUps.ask('pump01')).toBe('new');
    lookUps.forget('pump01');
    void lookUps.ask('pump01');
    await until(() => questions.length === 3);
  });

  it('asks for so many at once and the others in turn, up to a number', async () => {
    const { lookUps, questions } = givenLookUps();
    const asked = Array.from({ length: 2_500 }, (_, index) =>
      lookUps.ask(`dev${index}`).catch(() => 'refused'),
    );
    await until(() => questions.length === 8);
    const answering = setInterval(() => {
      for (const { answer } of questions) answer('abc');
    }, 1);
    const answers = await Promise.all(asked);
    clearInterval(answering);
    expect(answers.filter((answer) => answer === 'abc')).toHaveLength(2_008);
    expect(answers.slice(2_008).every((answer) => answer === 'refused')).toBe(true);
  });

  it('leaves it for a moment where nobody answers', async () => {
    const { lookUps, questions } = givenLookUps();
    const first = lookUps.ask('pump01');
    await until(() => questions.length === 1);
    questions[0]!.fail();
    await expect(first).rejects.toThrow('nobody answers');
    await expect(lookUps.ask('pump02')).rejects.toThrow('nobody answered just now');
    expect(questions).toHaveLength(1);
  });

  it('asks about a device of which something was just told, also where nobody answered a moment ago', async () => {
    const { lookUps, questions } = givenLookUps();
    const first = lookUps.ask('pump01');
    await until(() => questions.length === 1);
    questions[0]!.fail();
    await expect(first).rejects.toThrow('nobody answers');
    const anew = lookUps.askAnew('pump02');
    await until(() => questions.length === 2);
    questions[1]!.answer('new');
    expect(await anew).toBe('new');
  });
});

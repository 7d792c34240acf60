import { expect, it } from '@jest/globals';
import { SharedAnswers } from './shared-answers.ts';

it('equal concurrent questions share an answer, and questions that come before the answer share the next one', async () => {
  const answers = new SharedAnswers<string>();
  const made: string[] = [];
  const first = Promise.withResolvers<void>();
  const ask = (question: string) =>
    answers.to(question, async () => {
      const answer = `${question} ${made.push(question)}`;
      if (made.length === 1) await first.promise;
      return answer;
    });
  const early = [ask('a'), ask('a')];
  const other = await ask('b');
  const late = [ask('a'), ask('a'), ask('a')];
  first.resolve();
  expect(other).toBe('b 2');
  expect(await Promise.all(early)).toEqual(['a 1', 'a 1']);
  expect(await Promise.all(late)).toEqual(['a 3', 'a 3', 'a 3']);
  expect(await ask('a')).toBe('a 4');
});

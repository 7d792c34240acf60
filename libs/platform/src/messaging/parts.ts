import { refuseIfTooLate } from '../deadline.ts';

/**
 * A large answer in parts, each with the next items of its lists, so that it is never in memory whole. The lists come one after
 * the other; each appears at least once, even if it is empty.
 */
export type Parts<Answer> = AsyncIterable<Partial<Answer>>;

type Lists = Readonly<Record<string, readonly unknown[]>>;

export const isInParts = <Answer>(answer: Answer | Parts<Answer>): answer is Parts<Answer> =>
  typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer;

/**
 * The JSON of an answer in parts, piece by piece.
 * @throws the error of the parts, or `unavailable` after the caller's deadline.
 */
export async function* jsonOfParts(parts: Parts<unknown>): AsyncGenerator<string> {
  let present: string | null = null;
  let isFirst = true;
  for await (const part of parts as AsyncIterable<Lists>) {
    refuseIfTooLate();
    for (const [name, items] of Object.entries(part)) {
      if (name !== present) {
        yield `${present === null ? '{' : '],'}${JSON.stringify(name)}:[`;
        present = name;
        isFirst = true;
      }
      if (items.length === 0) continue;
      yield `${isFirst ? '' : ','}${JSON.stringify(items).slice(1, -1)}`;
      isFirst = false;
    }
  }
  yield present === null ? '{}' : ']}';
}

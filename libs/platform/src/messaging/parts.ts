import { refuseIfTooLate } from '../deadline.ts';

/**
 * A large answer told in parts, each with the next items of its lists, so that it never is in memory whole. One list comes
 * after the other, and each is named at least once, be it empty.
 */
export type Parts<Answer> = AsyncIterable<Partial<Answer>>;

type Lists = Readonly<Record<string, readonly unknown[]>>;

export const isInParts = <Answer>(answer: Answer | Parts<Answer>): answer is Parts<Answer> =>
  typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer;

/**
 * The JSON of what is told in parts, piece by piece.
 * @throws what the parts fail with, and where nobody waits for them any more.
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

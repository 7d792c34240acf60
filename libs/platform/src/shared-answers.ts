import { Together } from './together.ts';

/**
 * Has those who ask the same at once share one answer. Nobody's is older than their question: who comes while one is made gets
 * the next.
 */
export class SharedAnswers<Answer> {
  private readonly underWay = new Map<string, Together<null, Answer>>();

  /** @param question All that the answer depends on. */
  async to(question: string, make: () => Promise<Answer>): Promise<Answer> {
    const asked =
      this.underWay.get(question) ??
      new Together<null, Answer>(async (askers) => {
        const answer = await make();
        return askers.map(() => answer);
      }, Infinity);
    this.underWay.set(question, asked);
    try {
      return await asked.do(null);
    } finally {
      if (asked.isIdle) this.underWay.delete(question);
    }
  }
}

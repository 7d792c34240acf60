import { CallBatcher } from './call-batcher.ts';

/**
 * Shares one answer among equal concurrent questions. No answer is older than its question: a later question gets the
 * next.
 */
export class SharedAnswers<Answer> {
  private readonly underWay = new Map<string, CallBatcher<null, Answer>>();

  /** @param question All that the answer depends on. */
  async to(question: string, make: () => Promise<Answer>): Promise<Answer> {
    const asked =
      this.underWay.get(question) ??
      new CallBatcher<null, Answer>(async (askers) => {
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

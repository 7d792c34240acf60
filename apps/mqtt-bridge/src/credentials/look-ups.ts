/** However many sign-ins wait for an answer, so many questions are under way at once … */
const MOST_AT_ONCE = 8;
/** … and so many names wait for their turn; those beyond are told to come again. */
const MOST_WAITING = 2_000;
/** How long an answer is used again, ms: long enough for a flood, shorter than anyone needs to change a password. */
const USED_AGAIN_MS = 500;
/** Nobody answered: for how long nobody is asked, ms. */
const PAUSE_MS = 1_000;

/**
 * Asks for the logins of devices of which no fact has told yet, or told something else: the fact may be under way.
 * One question per name at a time, a bounded number in all.
 */
export class LookUps<Answer> {
  private readonly underWay = new Map<string, Promise<Answer>>();
  private readonly turns: (() => void)[] = [];
  private asking = 0;
  private pausedUntil = 0;

  constructor(private readonly lookUp: (deviceName: string) => Promise<Answer>) {}

  /** @throws where nobody answers, or nobody did a moment ago, or too many ask. */
  async ask(deviceName: string): Promise<Answer> {
    return this.underWay.get(deviceName) ?? this.begin(deviceName, () => this.askUnlessInVain(deviceName));
  }

  /**
   * Asks about a device of which something was just told, whatever was answered before, and also while others wait
   * because nobody answered.
   * @throws where nobody answers, or too many ask.
   */
  async askAnew(deviceName: string): Promise<Answer> {
    return this.begin(deviceName, () => this.askNow(deviceName));
  }

  /** Something was told of the device: an answer to what was asked before is not used any more. */
  forget(deviceName: string): void {
    this.underWay.delete(deviceName);
  }

  private begin(deviceName: string, ask: () => Promise<Answer>): Promise<Answer> {
    if (this.turns.length >= MOST_WAITING) throw new Error('too many look-ups');
    const answer = this.inTurn(ask);
    this.underWay.set(deviceName, answer);
    const forget = () => {
      if (this.underWay.get(deviceName) === answer) this.underWay.delete(deviceName);
    };
    answer.then(() => setTimeout(forget, USED_AGAIN_MS).unref(), forget);
    return answer;
  }

  private async inTurn(ask: () => Promise<Answer>): Promise<Answer> {
    if (this.asking >= MOST_AT_ONCE) await new Promise<void>((resolve) => this.turns.push(resolve));
    else this.asking++;
    try {
      return await ask();
    } finally {
      // Whose turn is next takes this one's place.
      const next = this.turns.shift();
      if (next) next();
      else this.asking--;
    }
  }

  private async askUnlessInVain(deviceName: string): Promise<Answer> {
    if (performance.now() < this.pausedUntil) throw new Error('nobody answered just now');
    return this.askNow(deviceName);
  }

  private async askNow(deviceName: string): Promise<Answer> {
    try {
      return await this.lookUp(deviceName);
    } catch (error) {
      this.pausedUntil = performance.now() + PAUSE_MS;
      throw error;
    }
  }
}

/** However many sign-ins wait for an answer, so many questions are under way at once … */
const MOST_AT_ONCE = 8;
/** … and so many names wait for their turn; those beyond are told to come again. */
const MOST_WAITING = 2_000;
/** How long an answer is used again, ms: long enough for a flood, shorter than anyone needs to change a password. */
const USED_AGAIN_MS = 500;
/** Nobody answered: for how long nobody is asked, ms. */
const PAUSE_MS = 1_000;

/** What is known of a device's password: its fingerprint, or null where there is no such device. */
export type Fingerprint = string | null;

/**
 * Asks for the passwords of devices of which no fact has told yet, or told something else: the fact may be under way.
 * One question per name at a time, a bounded number in all.
 */
export class LookUps {
  private readonly underWay = new Map<string, Promise<Fingerprint>>();
  private readonly turns: (() => void)[] = [];
  private asking = 0;
  private pausedUntil = 0;

  constructor(private readonly lookUp: (deviceName: string) => Promise<Fingerprint>) {}

  /** @throws where nobody answers, or too many ask. */
  async ask(deviceName: string): Promise<Fingerprint> {
    const known = this.underWay.get(deviceName);
    if (known) return known;
    if (this.turns.length >= MOST_WAITING) throw new Error('too many look-ups');
    const answer = this.askInTurn(deviceName);
    this.underWay.set(deviceName, answer);
    const forget = () => this.underWay.delete(deviceName);
    answer.then(() => setTimeout(forget, USED_AGAIN_MS).unref(), forget);
    return answer;
  }

  private async askInTurn(deviceName: string): Promise<Fingerprint> {
    if (this.asking >= MOST_AT_ONCE) await new Promise<void>((resolve) => this.turns.push(resolve));
    else this.asking++;
    try {
      return await this.askUnlessInVain(deviceName);
    } finally {
      // Whose turn is next takes this one's place.
      const next = this.turns.shift();
      if (next) next();
      else this.asking--;
    }
  }

  private async askUnlessInVain(deviceName: string): Promise<Fingerprint> {
    if (performance.now() < this.pausedUntil) throw new Error('nobody answered just now');
    try {
      return await this.lookUp(deviceName);
    } catch (error) {
      this.pausedUntil = performance.now() + PAUSE_MS;
      throw error;
    }
  }
}

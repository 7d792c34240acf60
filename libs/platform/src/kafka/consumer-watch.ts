import { reasonOf } from '../errors.ts';
import { logger } from '../logging.ts';
import type { LagWatch } from './lag-watch.ts';
import { type SignsOfLife, TICK_MS } from './signs-of-life.ts';

/** Ends the process if its consumer of a topic falls silent, or gets nothing although messages wait for it. */
export class ConsumerWatch {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly topic: string,
    private readonly signs: SignsOfLife,
    private readonly lag: LagWatch,
    private readonly pingBroker: () => Promise<void>,
  ) {}

  start(): void {
    this.timer = setInterval(() => void this.look(), TICK_MS).unref();
  }

  stop(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  get isAlive(): boolean {
    return this.signs.isAlive && this.lag.isAlive;
  }

  private async look(): Promise<void> {
    await Promise.all([this.lookForSigns(), this.lookForLag()]);
  }

  private async lookForSigns(): Promise<void> {
    const { topic } = this;
    this.signs.tick();
    if (!this.signs.isQuiet) return;
    try {
      await this.pingBroker();
    } catch (error) {
      // No broker answers, which explains the silence.
      logger.warn({ topic, reason: reasonOf(error) }, 'kafka consumer is silent, and no broker answers');
      this.signs.excuse();
    }
    if (this.timer && this.signs.isOver) endProcess('kafka consumer is silent', { topic });
  }

  private async lookForLag(): Promise<void> {
    const { topic } = this;
    await this.lag.look();
    const { endsFor } = this.lag;
    if (!this.timer || !endsFor) return;
    const [position, newest] = [String(endsFor.position), String(endsFor.newest)];
    const found = { topic, partition: endsFor.partition, position, newest };
    endProcess('kafka consumer gets nothing although messages wait', found);
  }
}

/** Logs why, and ends the process; it is restarted. */
export const endProcess = (why: string, found: { topic: string; [name: string]: unknown }): void => {
  logger.fatal(found, `${why}, ending the process`);
  process.exit(1);
};

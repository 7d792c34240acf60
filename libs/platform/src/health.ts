import { Injectable } from '@nestjs/common';
import { Lifecycle } from './lifecycle.ts';

/** A check of something that is needed; it throws or takes longer than this where that is away. */
const CHECK_TIMEOUT_MS = 2_000;

type Check = () => Promise<void> | void;

/** Whether this process is alive, and whether what it needs answers. */
@Injectable()
export class Health {
  private readonly needs = new Map<string, Check>();
  private readonly signs: (() => boolean)[] = [];

  constructor(private readonly lifecycle: Lifecycle) {}

  /** Adds something without which the service is not ready. */
  needsToAnswer(name: string, check: Check): void {
    this.needs.set(name, check);
  }

  /** Adds a sign of life; without it the process should be started anew. */
  livesWhile(sign: () => boolean): void {
    this.signs.push(sign);
  }

  get isAlive(): boolean {
    return this.signs.every((sign) => sign());
  }

  async check(): Promise<{ ready: boolean; checks: Record<string, 'up' | 'down'> }> {
    const entries = await Promise.all(
      [...this.needs].map(
        async ([name, check]) => [name, (await answersInTime(check)) ? 'up' : 'down'] as const,
      ),
    );
    const ready = this.lifecycle.running && entries.every(([, state]) => state === 'up');
    return {
      ready,
      checks: { started: this.lifecycle.running ? 'up' : 'down', ...Object.fromEntries(entries) },
    };
  }
}

const answersInTime = async (check: Check): Promise<boolean> => {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('late')), CHECK_TIMEOUT_MS);
  try {
    await Promise.race([check(), late.promise]);
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
};

import { Injectable } from '@nestjs/common';
import { inTime } from './in-time.ts';
import { Lifecycle } from './lifecycle.ts';
import type { MigrationState } from './migrations/migrations.ts';

/** Timeout of a check, ms. A server is down if its check throws or times out. */
const CHECK_TIMEOUT_MS = 2_000;

type Check = () => Promise<void> | void;

/** Whether this process is alive, and whether its servers answer. */
@Injectable()
export class Health {
  private readonly needs = new Map<string, Check>();
  private readonly signs: (() => boolean)[] = [];
  /** The migrations of this start. */
  migrations: readonly MigrationState[] = [];

  constructor(private readonly lifecycle: Lifecycle) {}

  /** Adds a server without which the service is not ready. */
  needsToAnswer(name: string, check: Check): void {
    this.needs.set(name, check);
  }

  /** Adds a liveness check; if it fails, the process should be restarted. */
  livesWhile(sign: () => boolean): void {
    this.signs.push(sign);
  }

  get isAlive(): boolean {
    return this.signs.every((sign) => sign());
  }

  async check(): Promise<{ ready: boolean; checks: Record<string, 'up' | 'down'> }> {
    const entries = await Promise.all(
      [...this.needs].map(
        async ([name, check]) => [name, (await answersInTime(name, check)) ? 'up' : 'down'] as const,
      ),
    );
    const ready = this.lifecycle.running && entries.every(([, state]) => state === 'up');
    return {
      ready,
      checks: { started: this.lifecycle.running ? 'up' : 'down', ...Object.fromEntries(entries) },
    };
  }
}

const answersInTime = async (name: string, check: Check): Promise<boolean> => {
  try {
    await inTime(check(), CHECK_TIMEOUT_MS, name);
    return true;
  } catch {
    return false;
  }
};

import type { NatsConnection, Subscription } from '@nats-io/transport-node';
import { INTEREST_INTERVAL_MS } from '@telemon/contracts/gateway/live';
import { LIVE_SUBJECTS } from '@telemon/contracts/topics';
import type { z } from 'zod';
import { logger } from '../logging.ts';

/** Live updates over NATS, delivered at most once. */
export class Live {
  private lookedAtUntil = 0;

  constructor(private readonly nats: NatsConnection) {
    nats.subscribe(LIVE_SUBJECTS.interest, {
      callback: () => {
        this.lookedAtUntil = performance.now() + 3 * INTEREST_INTERVAL_MS;
      },
    });
  }

  /** Whether any gateway has an open stream; costly updates are prepared only then. */
  get isLookedAt(): boolean {
    return performance.now() < this.lookedAtUntil;
  }

  publish(subject: string, payload: unknown): void {
    if (!this.nats.isClosed()) this.nats.publish(subject, JSON.stringify(payload));
  }

  /** Calls `listener` each time that NATS is back; updates that were published meanwhile are lost. */
  onReconnect(listener: () => void): void {
    void (async () => {
      for await (const { type } of this.nats.status()) {
        if (type === 'reconnect') listener();
      }
    })();
  }

  /** Calls `handle` for each well-formed update; logs and skips a malformed one. */
  subscribe<Schema extends z.ZodType>(
    subject: string,
    schema: Schema,
    handle: (update: z.output<Schema>) => void,
  ): Subscription {
    return this.nats.subscribe(subject, {
      callback: (error, message) => {
        if (error) return;
        try {
          handle(schema.parse(message.json()));
        } catch (reason) {
          logger.warn({ subject, reason: (reason as Error).name }, 'live update not understood');
        }
      },
    });
  }
}

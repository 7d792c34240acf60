import { Inject, Injectable } from '@nestjs/common';
import { ENDED_ASKED_EVERY_MS, type sessions } from '@telemon/contracts/auth/sessions';
import { TOKEN } from '@telemon/contracts/auth/token';
import { unavailable } from '@telemon/platform/errors';
import { Health } from '@telemon/platform/health';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { logger } from '@telemon/platform/logging';
import { Asker } from '@telemon/platform/messaging/asker';
import { setTimeout as delay } from 'node:timers/promises';

/** Injects the call that returns the ended sessions. */
export const ENDED_SESSIONS = Symbol('ENDED_SESSIONS');

/** Poll interval at the start, while auth may be starting too, ms. */
const UNTIL_KNOWN_EVERY_MS = 200;

/**
 * Polls overlap, because a transaction may commit later than the time that it writes: the driver retries a commit for 120 s, and
 * auth's clock is read before.
 */
const OVERLAP_MS = 130_000;
/** After this every token of an ended session has expired. */
const REMEMBERED_MS = TOKEN.lastsS * 1_000 + 60_000;

/** The ended sessions whose access tokens may not have expired yet. */
@Injectable()
export class EndedSessions {
  /** When to forget each session, epoch ms. */
  private readonly forgetAt = new Map<string, number>();
  private readonly stopping = new AbortController();
  private since = 0;
  private isKnown = false;

  constructor(
    private readonly asker: Asker,
    @Inject(ENDED_SESSIONS) private readonly ended: typeof sessions.ended,
    health: Health,
    lifecycle: Lifecycle,
  ) {
    health.needsToAnswer('ended sessions', () => this.refuseUnknown());
    lifecycle.onStart(async () => {
      await this.look();
      void this.follow();
    });
    lifecycle.onStop(() => this.stopping.abort());
  }

  /** @throws Unavailable until auth has answered once: until then no session counts as valid. */
  has(sessionId: string): boolean {
    this.refuseUnknown();
    return this.forgetAt.has(sessionId);
  }

  /** Adds sessions that ended through this process; other processes find them in their next poll. */
  add(sessionIds: readonly string[]): void {
    const forgetAt = Date.now() + REMEMBERED_MS;
    for (const id of sessionIds) this.forgetAt.set(id, forgetAt);
  }

  private refuseUnknown(): void {
    if (!this.isKnown) throw unavailable();
  }

  private async follow(): Promise<void> {
    const { signal } = this.stopping;
    for (;;) {
      const waitMs = this.isKnown ? ENDED_ASKED_EVERY_MS : UNTIL_KNOWN_EVERY_MS;
      await delay(waitMs, undefined, { signal }).catch(() => null);
      if (signal.aborted) return;
      await this.look();
    }
  }

  private async look(): Promise<void> {
    try {
      const { sessionIds, asOf } = await this.asker.ask(this.ended, { since: this.since });
      this.since = Math.max(0, asOf - OVERLAP_MS);
      const now = Date.now();
      for (const [id, forgetAt] of this.forgetAt) if (forgetAt < now) this.forgetAt.delete(id);
      this.add(sessionIds);
      this.isKnown = true;
    } catch (error) {
      logger.warn({ reason: (error as Error).message }, 'ended sessions not read');
    }
  }
}

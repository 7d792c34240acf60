import { Injectable } from '@nestjs/common';
import { ROUTES_CHANGED_SUBJECT, RoutesChanged } from '@telemon/contracts/udp-router/udp-routes';
import { Live } from '@telemon/platform/messaging/live';
import { setTimeout as delay } from 'node:timers/promises';

/** Tells the replicas that routes were made or removed; a message may be lost. */
@Injectable()
export class RouteChanges {
  private wake: () => void = () => undefined;

  constructor(private readonly live: Live) {
    live.subscribe(ROUTES_CHANGED_SUBJECT, RoutesChanged, () => this.wake());
  }

  tell(): void {
    this.live.publish(ROUTES_CHANGED_SUBJECT, {});
  }

  /** A change that the replicas learn by themselves. */
  wakeUp(): void {
    this.wake();
  }

  /** Resolves at the next change, no later than after `withinMs`, and when the signal aborts. */
  async next(withinMs: number, signal: AbortSignal): Promise<void> {
    const changed = new Promise<void>((resolve) => (this.wake = resolve));
    const waited = new AbortController();
    const options = { signal: AbortSignal.any([signal, waited.signal]) };
    await Promise.race([changed, delay(withinMs, undefined, options).catch(() => undefined)]);
    waited.abort();
  }
}

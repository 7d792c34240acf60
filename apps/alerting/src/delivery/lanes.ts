import { CircuitBreaker } from '@telemon/platform/circuit-breaker';
import pLimit, { type LimitFunction } from 'p-limit';
import type { NoticeLane } from './notice.ts';
import type { NoticeSender } from './senders/notice-sender.ts';
import { Turns } from './turns.ts';

/** Notices claimed and not marked yet, per notice being sent: claims and marks run in batches. */
const AT_HAND = 3;
/** Notices of one rank and lower ones that wait in this process for one lane; the sweep brings the others later. */
const MOST_WAITING = 1_000;
/** How long a lane without work is remembered, so that its breaker is, too, ms. */
const REMEMBERED_MS = 10 * 60_000;

/** The way of notices to one provider, or to one MQTT broker. */
export class Lane {
  readonly breaker = new CircuitBreaker();
  /** Limits the concurrent sends. */
  readonly sending: LimitFunction;
  private readonly atHand: Turns;
  private usedAt = performance.now();

  constructor(
    readonly sender: NoticeSender,
    atOnce: number,
    /** Limits the notices at hand of all lanes of a channel. */
    private readonly ofAll: LimitFunction,
  ) {
    this.sending = pLimit(atOnce);
    this.atHand = new Turns(atOnce * AT_HAND);
  }

  /** Whether notices wait in this process already, so that the sweep adds none. */
  get isBusy(): boolean {
    return this.atHand.pendingCount > 0;
  }

  /** Whether enough notices wait that are sent before a further one of a rank. */
  isFullFor(rank: number): boolean {
    return this.atHand.pendingUpTo(rank) >= MOST_WAITING;
  }

  /** Takes a notice in hand, from its claim to its mark, when it is its turn: those of a lower rank come first. */
  handle(work: () => Promise<void>, rank = 0): Promise<void> {
    return this.atHand
      .run(rank, () => this.ofAll(work))
      .finally(() => {
        this.usedAt = performance.now();
      });
  }

  get isForgettable(): boolean {
    const isIdle = this.atHand.activeCount === 0 && !this.isBusy && !this.breaker.isOpen;
    return isIdle && performance.now() - this.usedAt > REMEMBERED_MS;
  }
}

/** The lanes of a channel, made as notices need them. */
export class Lanes {
  private readonly known = new Map<NoticeLane, Lane>();
  private readonly ofAll: LimitFunction;

  /** @param atOnce how many notices of one lane are sent at the same time, and how many of all lanes are at hand. */
  constructor(
    readonly sender: NoticeSender,
    private readonly atOnce: { perLane: number; inAll: number },
  ) {
    this.ofAll = pLimit(atOnce.inAll);
  }

  of(name: NoticeLane): Lane {
    let lane = this.known.get(name);
    if (!lane) {
      lane = new Lane(this.sender, this.atOnce.perLane, this.ofAll);
      this.known.set(name, lane);
    }
    return lane;
  }

  /** The lanes whose circuit breaker is open. */
  get leftAlone(): NoticeLane[] {
    return this.namesOf(({ breaker }) => breaker.isOpen);
  }

  get busy(): NoticeLane[] {
    return this.namesOf(({ isBusy }) => isBusy);
  }

  /** Forgets lanes that have had no work for a long time, such as those of deleted alerts. */
  forgetUnused(): void {
    for (const name of this.namesOf(({ isForgettable }) => isForgettable)) this.known.delete(name);
  }

  private namesOf(which: (lane: Lane) => boolean): NoticeLane[] {
    return [...this.known].flatMap(([name, lane]) => (which(lane) ? [name] : []));
  }
}

/** The lanes of a provider, which are one. */
export const oneLane = (sender: NoticeSender, atOnce: number): Lanes =>
  new Lanes(sender, { perLane: atOnce, inAll: atOnce * AT_HAND });

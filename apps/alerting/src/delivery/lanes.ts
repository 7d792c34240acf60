import { MINUTE_MS } from '@telemon/contracts/durations';
import { CircuitBreaker } from '@telemon/platform/circuit-breaker';
import type { NoticeLane } from './notice.ts';
import type { Resting } from './resting.ts';
import type { NoticeSender } from './senders/notice-sender.ts';
import { type Turn, Turns, mayTake } from './turns.ts';

/**
 * Notices of a provider that are claimed and not marked yet, per notice being sent: claims and marks run in batches. After a kill, all of
 * them count as possibly sent.
 */
const AT_HAND = 6;
/** Notices of one rank and lower ones that wait in this process for one lane; the sweep brings the others later. */
const MOST_WAITING = 10_000;
/** How long a lane without work is remembered, so that its breaker is, too, ms. */
const REMEMBERED_MS = 10 * MINUTE_MS;

/** How many notices at the same time. */
interface LaneLimits {
  /** Being handed to the provider, of one lane. */
  readonly sending: number;
  /** Claimed and not marked yet, of one lane. */
  readonly atHand: number;
  /** Claimed and not marked yet, of all lanes. */
  readonly atHandOfAll: number;
}

/** The way of notices to one provider, or to one MQTT broker. */
export class Lane {
  readonly breaker = new CircuitBreaker();
  /** Limits the concurrent sends. */
  readonly sending: Turns;
  private readonly atHand: Turns;
  private usedAt = performance.now();

  constructor(
    readonly sender: NoticeSender,
    limits: LaneLimits,
    /** Limits the notices at hand of all lanes of a channel. */
    private readonly ofAll: Turns,
  ) {
    this.sending = new Turns(limits.sending);
    this.atHand = new Turns(limits.atHand);
  }

  /** The shares of which notices wait in this process already, and from which rank on, so that the sweep adds none of them. */
  get busyShares(): Turn[] {
    return this.atHand.waitingShares;
  }

  /** Whether enough notices of its share that go first wait already, so that a further one may be left to the sweep. */
  isFullFor({ rank, share }: Turn): boolean {
    return !mayTake(this.atHand.pendingUpTo(rank, share), MOST_WAITING - this.atHand.pendingUpTo(rank));
  }

  /** Takes a notice in hand, from its claim to its mark, when it is its turn. */
  handle(work: () => Promise<void>, turn: Turn): Promise<void> {
    return this.atHand
      .run(turn, () => this.ofAll.run(turn, work))
      .finally(() => {
        this.usedAt = performance.now();
      });
  }

  get isForgettable(): boolean {
    const isIdle = this.atHand.activeCount === 0 && !this.breaker.isOpen;
    return isIdle && performance.now() - this.usedAt > REMEMBERED_MS;
  }
}

/** The lanes of a channel, made as notices need them. */
export class Lanes {
  private readonly known = new Map<NoticeLane, Lane>();
  private readonly ofAll: Turns;

  constructor(
    readonly sender: NoticeSender,
    private readonly limits: LaneLimits,
  ) {
    this.ofAll = new Turns(limits.atHandOfAll);
  }

  of(name: NoticeLane): Lane {
    let lane = this.known.get(name);
    if (!lane) {
      lane = new Lane(this.sender, this.limits, this.ofAll);
      this.known.set(name, lane);
    }
    return lane;
  }

  /** The lanes whose circuit breaker is open. */
  get leftAlone(): NoticeLane[] {
    return this.namesOf(({ breaker }) => breaker.isOpen);
  }

  /** The notices of which the sweep adds none, because such ones wait in this process. */
  get busy(): Resting[] {
    return [...this.known].flatMap(([lane, { busyShares }]) => busyShares.map((busy) => ({ lane, ...busy })));
  }

  /** Forgets lanes that have had no work for a long time, such as those of deleted alerts. */
  forgetUnused(): void {
    for (const name of this.namesOf(({ isForgettable }) => isForgettable)) this.known.delete(name);
  }

  private namesOf(which: (lane: Lane) => boolean): NoticeLane[] {
    return [...this.known].flatMap(([name, lane]) => (which(lane) ? [name] : []));
  }
}

/** The lanes of a provider, which are one. @param sending how many notices are handed to it at the same time. */
export const oneLane = (sender: NoticeSender, sending: number): Lanes =>
  new Lanes(sender, { sending, atHand: sending * AT_HAND, atHandOfAll: sending * AT_HAND });

import { CircuitBreaker } from '@telemon/platform/circuit-breaker';
import type { NoticeLane } from './notice.ts';
import type { Resting } from './resting.ts';
import type { NoticeSender } from './senders/notice-sender.ts';
import { type Turn, Turns, mayTake } from './turns.ts';

/** Notices claimed and not marked yet, per notice being sent: claims and marks run in batches. */
const AT_HAND = 3;
/** Notices of one rank and lower ones that wait in this process for one lane; the sweep brings the others later. */
const MOST_WAITING = 10_000;
/** How long a lane without work is remembered, so that its breaker is, too, ms. */
const REMEMBERED_MS = 10 * 60_000;

/** The way of notices to one provider, or to one MQTT broker. */
export class Lane {
  readonly breaker = new CircuitBreaker();
  /** Limits the concurrent sends. */
  readonly sending: Turns;
  private readonly atHand: Turns;
  private usedAt = performance.now();

  constructor(
    readonly sender: NoticeSender,
    atOnce: number,
    /** Limits the notices at hand of all lanes of a channel. */
    private readonly ofAll: Turns,
  ) {
    this.sending = new Turns(atOnce);
    this.atHand = new Turns(atOnce * AT_HAND);
  }

  /** The shares of which notices wait in this process already, and from which rank on, so that the sweep adds none of them. */
  get busyShares(): Turn[] {
    return this.atHand.waitingShares;
  }

  /** Whether enough notices of its share wait that are sent before a further one. */
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

  /** @param atOnce how many notices of one lane are sent at the same time, and how many of all lanes are at hand. */
  constructor(
    readonly sender: NoticeSender,
    private readonly atOnce: { perLane: number; inAll: number },
  ) {
    this.ofAll = new Turns(atOnce.inAll);
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

/** The lanes of a provider, which are one. */
export const oneLane = (sender: NoticeSender, atOnce: number): Lanes =>
  new Lanes(sender, { perLane: atOnce, inAll: atOnce * AT_HAND });

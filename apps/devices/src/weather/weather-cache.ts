import type { Conditions } from '@telemon/contracts/devices/weather';
import { HOUR_MS, MINUTE_MS } from '@telemon/contracts/durations';
import { CircuitBreaker } from '@telemon/platform/circuit-breaker';
import { reasonOf } from '@telemon/platform/errors';
import { logger } from '@telemon/platform/logging';
import { NoWeather } from './open-weather.ts';
import { type GridPoint, gridPointOf, nameOf } from './grid-point.ts';
import type { WeatherReport } from './shared-weather.ts';

/** A grid point is asked about this often at most, ms … */
export const EVERY_MS = 10 * MINUTE_MS;
/** … or, after a failure, this often. */
const AFTER_FAILURE_MS = 60_000;
/** Older conditions are not shown, ms. */
const SHOWN_FOR_MS = HOUR_MS;
const POINTS_AT_ONCE = 4;
const MOST_POINTS = 2_000;

/** The cached weather of a grid point. */
interface Held {
  conditions: Conditions | null;
  /** When the conditions were asked for, by the cache's clock. */
  askedAt: number;
  /** When the conditions were asked for, epoch milliseconds. */
  asOf: number;
  dueAt: number;
  isBeingAsked: boolean;
}

type Known =
  { status: 'known'; conditions: Conditions; asOf: number } | { status: 'pending' | 'unavailable' };

/** Returns the cached weather at once and refreshes it in the background, once per grid point in ten minutes. */
export class WeatherCache {
  private readonly breaker: CircuitBreaker;
  /** Name of the grid point → its weather; the point that was looked at last is the last. */
  private readonly points = new Map<string, Held>();
  private beingAsked = 0;

  constructor(
    private readonly ask: (point: GridPoint) => Promise<WeatherReport>,
    /** Milliseconds of a clock that doesn't go back. */
    private readonly now: () => number = () => performance.now(),
  ) {
    this.breaker = new CircuitBreaker(now);
  }

  at(coordinates: GridPoint): Known {
    const point = gridPointOf(coordinates);
    const held = this.hold(nameOf(point));
    const isWaiting = this.askIfDue(held, point);
    const { conditions, askedAt, asOf } = held;
    if (conditions && this.now() - askedAt < SHOWN_FOR_MS) return { status: 'known', conditions, asOf };
    return { status: isWaiting ? 'pending' : 'unavailable' };
  }

  private hold(name: string): Held {
    const held = this.points.get(name) ?? {
      conditions: null,
      askedAt: 0,
      asOf: 0,
      dueAt: -Infinity,
      isBeingAsked: false,
    };
    this.points.delete(name);
    this.points.set(name, held);
    if (this.points.size > MOST_POINTS) this.drop();
    return held;
  }

  /** Evicts the least recently used grid point. */
  private drop(): void {
    for (const [name, { isBeingAsked }] of this.points) {
      if (!isBeingAsked) return void this.points.delete(name);
    }
  }

  /** Returns whether an answer is to come. */
  private askIfDue(held: Held, point: GridPoint): boolean {
    if (held.isBeingAsked) return true;
    if (this.now() < held.dueAt) return false;
    if (this.beingAsked >= POINTS_AT_ONCE) return !this.breaker.isOpen;
    if (this.breaker.enter() > 0) return false;
    void this.askNow(held, point);
    return true;
  }

  private async askNow(held: Held, point: GridPoint): Promise<void> {
    const begunAt = this.now();
    const begunAsOf = Date.now();
    held.isBeingAsked = true;
    this.beingAsked++;
    try {
      const { conditions, ageMs } = await this.ask(point);
      this.breaker.succeeded();
      const [askedAt, asOf] = [begunAt - ageMs, begunAsOf - ageMs];
      Object.assign(held, { conditions, askedAt, asOf, dueAt: askedAt + EVERY_MS });
    } catch (error) {
      this.breaker.failed(error instanceof NoWeather ? error.retryAfterMs : 0);
      held.dueAt = begunAt + AFTER_FAILURE_MS;
      logger.warn({ reason: reasonOf(error) }, 'no weather');
    } finally {
      this.breaker.left();
      held.isBeingAsked = false;
      this.beingAsked--;
    }
  }
}

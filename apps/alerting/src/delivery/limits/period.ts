import type { DeviceState } from '@telemon/contracts/facts';
import { offsetOf, startOfDay, startOfMonth, startOfWeek } from '@telemon/platform/calendar';

type LimitRefresh = DeviceState['limitRefresh'];

/** A period of the installation's calendar. Its days are named as 2026-11-26, so that they sort. */
export interface Period {
  readonly name: 'day' | 'week' | 'month';
  readonly first: string;
  readonly last: string;
  /** The instant at which the next one begins. */
  readonly end: number;
}

const PERIODS: Readonly<
  Record<LimitRefresh, { name: Period['name']; bounds: (zone: string, now: number) => [number, number] }>
> = {
  Daily: { name: 'day', bounds: (zone, now) => [startOfDay(zone, now), startOfDay(zone, now, 1)] },
  Weekly: {
    name: 'week',
    bounds: (zone, now) => {
      const start = startOfWeek(zone, now);
      return [start, startOfDay(zone, start, 7)];
    },
  },
  Monthly: { name: 'month', bounds: (zone, now) => [startOfMonth(zone, now), startOfMonth(zone, now, 1)] },
};

/** The name of the day that an instant falls into. */
const dayOf = (zone: string, instant: number): string =>
  new Date(instant + offsetOf(zone, instant)).toISOString().slice(0, 10);

/** The periods that one instant falls into. */
export class Periods {
  private readonly known = new Map<LimitRefresh, Period>();

  constructor(
    private readonly zone: string,
    readonly now: number,
  ) {}

  of(refresh: LimitRefresh): Period {
    let period = this.known.get(refresh);
    if (!period) {
      const { name, bounds } = PERIODS[refresh];
      const [start, end] = bounds(this.zone, this.now);
      period = { name, first: dayOf(this.zone, start), last: dayOf(this.zone, end - 1), end };
      this.known.set(refresh, period);
    }
    return period;
  }

  get today(): string {
    return this.of('Daily').first;
  }
}

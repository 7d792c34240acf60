import type { DeviceState } from '@telemon/contracts/facts';
import { startOfDay, startOfMonth, startOfWeek } from '@telemon/platform/calendar';

type LimitRefresh = DeviceState['limitRefresh'];

const START_OF = { Daily: startOfDay, Weekly: startOfWeek, Monthly: startOfMonth };
const NAME_OF = { Daily: 'day', Weekly: 'week', Monthly: 'month' } as const;

/** The period of a limit that `now` falls into: its name, and the instant at which it began. */
export const periodOf = (
  refresh: LimitRefresh,
  zone: string,
  now: number,
): { name: 'day' | 'week' | 'month'; start: number } => ({
  name: NAME_OF[refresh],
  start: START_OF[refresh](zone, now),
});

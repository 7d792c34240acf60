import type { SnoozeHours } from '@telemon/contracts/alerting/alert-log';
import { ask } from '../data/ask.ts';
import { useAct } from '../kit/use-act.ts';

interface Wanted {
  deviceName: string;
  /** Null: the silences of the device. */
  alertId: string | null;
  /** 0 ends a snooze. */
  hours: SnoozeHours;
}

/** Has an alert, or the silences of a device, send no notices for some hours. */
export const useSnooze = () =>
  useAct({
    mutationFn: (wanted: Wanted) => ask('POST /alertLog/snooze/:deviceName', wanted),
    changes: ['alert', 'alertLog'],
  });

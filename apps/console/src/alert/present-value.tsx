import { useRecordContext } from 'react-admin';
import type { Alert } from '@telemon/contracts/alerting/alerts';
import { StateChip } from '../state/state-chip.tsx';
import { TimeAgo } from '../kit/time-ago.tsx';
import { useLiveDevice } from '../live/live-context.ts';
import { useText } from '../texts/use-text.ts';
import { OrDash } from './or-dash.tsx';
import { AgainstSetPoint } from './rule.tsx';

export const AlertState = () => {
  const text = useText();
  const state = useRecordContext<Alert>()!.firing ? 'firing' : 'normal';
  return <StateChip state={state}>{text(`states.${state}`)}</StateChip>;
};

/** The newest value from the live stream, or else the value at which the alert fired. */
export const PresentValue = () => {
  const { deviceName, sensorId, valueType, openEntry } = useRecordContext<Alert>()!;
  const { current } = useLiveDevice(deviceName);
  const live = valueType === 'Current' ? current[sensorId - 1] : null;
  return <AgainstSetPoint value={live ?? openEntry?.value ?? null} />;
};

/** When the alert began to fire. */
export const FiringSince = () => {
  const { openEntry } = useRecordContext<Alert>()!;
  return <OrDash>{openEntry && <TimeAgo at={openEntry.triggeredAt} />}</OrDash>;
};

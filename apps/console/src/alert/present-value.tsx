import { useGetList, useRecordContext } from 'react-admin';
import type { Alert, AlertLogEntry } from '@telemon/contracts/alerting/alerts';
import { StateChip } from '../state/state-chip.tsx';
import { TimeAgo } from '../kit/time-ago.tsx';
import { useLiveDevice } from '../live/live-context.ts';
import { useText } from '../texts/use-text.ts';
import { OrDash } from './or-dash.tsx';
import { AgainstSetPoint } from './rule.tsx';

/** /v1 answers no more at once. */
const NEWEST = { pagination: { page: 1, perPage: 100 }, sort: { field: 'id', order: 'ASC' } } as const;

/** The entry of the row's alert while it fires, as far as it is among the newest of the log. */
const useOpenEntry = (): AlertLogEntry | undefined => {
  const { id, firing } = useRecordContext<Alert>()!;
  const { data } = useGetList<AlertLogEntry>('alertLog', NEWEST, { enabled: firing });
  return firing ? data?.find(({ alertId, clearedAt }) => alertId === id && clearedAt === null) : undefined;
};

export const AlertState = () => {
  const text = useText();
  const state = useRecordContext<Alert>()!.firing ? 'firing' : 'normal';
  return <StateChip state={state}>{text(`states.${state}`)}</StateChip>;
};

/** The newest value that the stream has told, else the value that the alert fired at. */
export const PresentValue = () => {
  const { deviceName, sensorId, valueType } = useRecordContext<Alert>()!;
  const { current } = useLiveDevice(deviceName);
  const entry = useOpenEntry();
  const live = valueType === 'Current' ? current[sensorId - 1] : null;
  return <AgainstSetPoint value={live ?? entry?.value ?? null} />;
};

/** When the alert began to fire. */
export const FiringSince = () => {
  const entry = useOpenEntry();
  return <OrDash>{entry && <TimeAgo at={entry.triggeredAt} />}</OrDash>;
};

import { Box, Chip } from '@mui/material';
import { useDataTableStoreContext, useRecordContext, useStore } from 'react-admin';
import type { Alert } from '@telemon/contracts/alerting/alerts';
import { StateChip } from '../state/state-chip.tsx';
import { Icon } from '../kit/icon.tsx';
import { TimeAgo } from '../kit/time-ago.tsx';
import { useNow } from '../live/clock.ts';
import { useLiveDevice } from '../live/live-context.ts';
import { fullTime, lasting } from '../texts/time.ts';
import { useText } from '../texts/use-text.ts';
import { OrDash } from './or-dash.tsx';
import { QUIET_LINE } from './quiet-line.ts';
import { AgainstRule, Measured } from './rule.tsx';
import { UnusualSeverity } from './severity-chip.tsx';
import { Snoozed } from './snoozed.tsx';

const STEP_MS = 15_000;

/** The column that says since when the alert fires. */
export const SINCE = 'resources.alert.fields.since';

/** For how long the alert has fired, in a table that has no room for the column that says it. */
const FiringFor = () => {
  const text = useText();
  const now = useNow(STEP_MS);
  const { openEntry } = useRecordContext<Alert>()!;
  const { storeKey, defaultHiddenColumns } = useDataTableStoreContext();
  const [hidden] = useStore(storeKey, defaultHiddenColumns);
  if (openEntry === null || !defaultHiddenColumns.includes(SINCE) || !hidden.includes(SINCE)) return null;
  const { triggeredAt } = openEntry;
  return (
    <Box sx={QUIET_LINE}>
      <time dateTime={triggeredAt} title={fullTime(triggeredAt)}>
        {text('resources.alert.firingFor', { time: lasting(now - Date.parse(triggeredAt), text) })}
      </time>
    </Box>
  );
};

/**
 * Firing, normal, or neither: a paused alert compares nothing. Below it, for how long it has fired if no column says it, and
 * whether the alert is snoozed.
 */
export const AlertState = () => {
  const { id } = useRecordContext<Alert>()!;
  return (
    <>
      <StateOfAlert />
      <FiringFor />
      <Snoozed alertId={id} />
    </>
  );
};

const StateOfAlert = () => {
  const text = useText();
  const { firing, paused, severity } = useRecordContext<Alert>()!;
  if (paused) {
    return (
      <Chip
        component="span"
        variant="outlined"
        icon={<Icon name="pause" size={16} />}
        label={text('resources.alert.paused')}
        sx={{
          minHeight: 24,
          color: 'text.secondary',
          fontWeight: 550,
          '& .MuiChip-icon': { color: 'inherit' },
        }}
      />
    );
  }
  const state = firing ? 'firing' : 'normal';
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', gap: 0.5 }}>
      <StateChip state={state}>{text(`states.${state}`)}</StateChip>
      <UnusualSeverity severity={severity} />
    </Box>
  );
};

/** The newest value from the live stream, or else the value at which the alert fired. */
export const PresentValue = () => {
  const alert = useRecordContext<Alert>()!;
  const { deviceName, sensorId, sensorName, valueType, openEntry } = alert;
  const { current } = useLiveDevice(deviceName);
  const live = valueType === 'Current' ? current[sensorId - 1] : null;
  const value = live ?? openEntry?.value ?? null;
  return (
    <AgainstRule rule={alert}>
      {value !== null && <Measured values={[value]} sensorName={sensorName} />}
    </AgainstRule>
  );
};

/** When the alert began to fire. */
export const FiringSince = () => {
  const { openEntry } = useRecordContext<Alert>()!;
  return <OrDash>{openEntry && <TimeAgo at={openEntry.triggeredAt} />}</OrDash>;
};

import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import { useRecordContext } from 'react-admin';
import type { Alert } from '@telemon/contracts/alerting/alerts';
import { StateChip } from '../state/state-chip.tsx';
import { Icon } from '../kit/icon.tsx';
import { TimeAgo } from '../kit/time-ago.tsx';
import { useLiveDevice } from '../live/live-context.ts';
import { useText } from '../texts/use-text.ts';
import { OrDash } from './or-dash.tsx';
import { AgainstRule, Measured } from './rule.tsx';
import { UnusualSeverity } from './severity-chip.tsx';
import { Snoozed } from './snoozed.tsx';

/** The alert's state, firing or normal; a paused alert has neither, as it compares nothing. Below it, whether the alert is snoozed. */
export const AlertState = () => {
  const { id } = useRecordContext<Alert>()!;
  return (
    <>
      <StateOfAlert />
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
        size="small"
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

import { Chip } from '@mui/material';
import { useRecordContext } from 'react-admin';
import type { AlertLogEntry } from '@telemon/contracts/alerting/alert-log';
import { Icon } from '../kit/icon.tsx';
import { useHandOn } from '../kit/use-hand-on.ts';
import { useText } from '../texts/use-text.ts';
import { useAcknowledge } from './use-acknowledge.ts';

const TO_DO = {
  borderColor: 'var(--warn)',
  bgcolor: 'var(--warn-soft)',
  color: 'var(--warn)',
  fontWeight: 550,
};
const DONE = { border: 0, color: 'text.secondary', '& .MuiChip-label': { pr: 0 } };

/** Pending, until a user clicks it; Acknowledged for good. */
export const AcknowledgeChip = () => {
  const text = useText();
  const { id, deviceName, status } = useRecordContext<AlertLogEntry>()!;
  const acknowledge = useAcknowledge();
  const handOn = useHandOn('acknowledge');
  if (status === 'Acknowledged') {
    const icon = <Icon name="check" size={16} strokeWidth={2} />;
    return <Chip variant="outlined" icon={icon} label={text('resources.alertLog.acknowledged')} sx={DONE} />;
  }
  return (
    <Chip
      component="button"
      variant="outlined"
      label={text('resources.alertLog.pending')}
      title={text('resources.alertLog.acknowledge')}
      aria-disabled={acknowledge.isPending}
      onClick={() => acknowledge.isPending || acknowledge.mutate({ deviceName, id })}
      sx={TO_DO}
      {...handOn}
    />
  );
};

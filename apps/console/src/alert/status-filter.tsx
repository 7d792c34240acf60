import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useInput } from 'react-admin';
import { useText } from '../texts/use-text.ts';

/** All entries, the pending or the acknowledged ones. */
export const StatusFilter = ({ source }: { source: string; alwaysOn?: true }) => {
  const text = useText();
  const { field } = useInput({ source });
  return (
    <ToggleButtonGroup
      aria-label={text('resources.alertLog.filter')}
      value={field.value || 'all'}
      onChange={(_, chosen: string | null) => {
        if (chosen !== null) field.onChange(chosen === 'all' ? '' : chosen);
      }}
    >
      <ToggleButton value="all">{text('resources.alertLog.all')}</ToggleButton>
      <ToggleButton value="Pending">{text('resources.alertLog.pending')}</ToggleButton>
      <ToggleButton value="Acknowledged">{text('resources.alertLog.acknowledged')}</ToggleButton>
    </ToggleButtonGroup>
  );
};

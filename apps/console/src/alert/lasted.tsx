import Box from '@mui/material/Box';
import { useRecordContext } from 'react-admin';
import type { AlertLogEntry } from '@telemon/contracts/alerting/alerts';
import { StateChip } from '../state/state-chip.tsx';
import { useNow } from '../live/clock.ts';
import { fullTime, lasting } from '../texts/time.ts';
import { useText } from '../texts/use-text.ts';

const STEP_MS = 15_000;

/** How long a firing lasted, or has lasted so far, in words. */
const useLasted = () => {
  const text = useText();
  const now = useNow(STEP_MS);
  const { triggeredAt, clearedAt } = useRecordContext<AlertLogEntry>()!;
  return lasting((clearedAt === null ? now : Date.parse(clearedAt)) - Date.parse(triggeredAt), text);
};

export const Lasted = () => {
  const text = useText();
  const time = useLasted();
  const { clearedAt } = useRecordContext<AlertLogEntry>()!;
  if (clearedAt === null) {
    return <StateChip state="firing">{text('resources.alertLog.firingFor', { time })}</StateChip>;
  }
  return (
    <time dateTime={clearedAt} title={fullTime(clearedAt)}>
      {time}
    </time>
  );
};

/** The same below the time at which the firing began. */
export const LastedInShort = () => {
  const text = useText();
  const time = useLasted();
  const isOver = useRecordContext<AlertLogEntry>()!.clearedAt !== null;
  return (
    <Box sx={{ color: isOver ? 'text.secondary' : 'error.main', fontSize: 12, lineHeight: '16px' }}>
      {isOver ? text('resources.alertLog.lasted', { time }) : text('resources.alertLog.stillFiring')}
    </Box>
  );
};

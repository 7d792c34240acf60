import { Box } from '@mui/material';
import { useRecordContext } from 'react-admin';
import type { AlertLogEntry } from '@telemon/contracts/alerting/alert-log';
import { StateChip } from '../state/state-chip.tsx';
import { useNow } from '../live/clock.ts';
import { fullTime, lasting } from '../texts/time.ts';
import { useText } from '../texts/use-text.ts';
import { QUIET_LINE } from './quiet-line.ts';
import { Snoozed } from './snoozed.tsx';

const STEP_MS = 15_000;

/** How the two kinds of entries look and are called while they are open. */
const WHILE_OPEN = {
  firing: {
    colour: 'error.main',
    long: 'resources.alertLog.firingFor',
    short: 'resources.alertLog.stillFiring',
  },
  silent: {
    colour: 'var(--silent)',
    long: 'resources.alertLog.silentFor',
    short: 'resources.alertLog.stillSilent',
  },
} as const;

/** How long a firing or a silence lasted, or has lasted so far, in words. */
const useLasted = () => {
  const text = useText();
  const now = useNow(STEP_MS);
  const { triggeredAt, clearedAt, cause } = useRecordContext<AlertLogEntry>()!;
  const lastedMs = (clearedAt === null ? now : Date.parse(clearedAt)) - Date.parse(triggeredAt);
  const state: keyof typeof WHILE_OPEN = cause === 'silence' ? 'silent' : 'firing';
  return { time: lasting(lastedMs, text), clearedAt, state };
};

/** Why a firing ended, where no reading ended it. */
const EndCauseLine = () => {
  const text = useText();
  const { endCause } = useRecordContext<AlertLogEntry>()!;
  if (endCause === null) return null;
  return <Box sx={QUIET_LINE}>{text(`resources.alertLog.endCauses.${endCause}`)}</Box>;
};

export const Lasted = () => {
  const text = useText();
  const { time, clearedAt, state } = useLasted();
  if (clearedAt === null) {
    return <StateChip state={state}>{text(WHILE_OPEN[state].long, { time })}</StateChip>;
  }
  return (
    <time dateTime={clearedAt} title={fullTime(clearedAt)}>
      {time}
    </time>
  );
};

/** The same below the time at which it began. */
export const LastedInShort = () => {
  const text = useText();
  const { alertId } = useRecordContext<AlertLogEntry>()!;
  const { time, clearedAt, state } = useLasted();
  const isOver = clearedAt !== null;
  const { colour, short } = WHILE_OPEN[state];
  return (
    <>
      <Box sx={{ color: isOver ? 'text.secondary' : colour, fontSize: 12, lineHeight: '16px' }}>
        {isOver ? text('resources.alertLog.lasted', { time }) : text(short)}
      </Box>
      <EndCauseLine />
      <Snoozed alertId={alertId} />
    </>
  );
};

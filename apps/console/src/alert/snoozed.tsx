import { Box, ButtonBase } from '@mui/material';
import type { Alert } from '@telemon/contracts/alerting/alerts';
import { useRecordContext } from 'react-admin';
import { useNow } from '../live/clock.ts';
import { fullTime, until } from '../texts/time.ts';
import { useText } from '../texts/use-text.ts';
import { QUIET_LINE } from './quiet-line.ts';
import { useSnooze } from './use-snooze.ts';

const STEP_MS = 15_000;
/** A click target of at least 24 px that does not make the line higher. */
const LINK = {
  display: 'inline',
  py: 0.5,
  color: 'primary.main',
  font: 'inherit',
  textDecoration: 'underline',
};

/** Until when an alert, or the silences of a device, send no messages, and by whom; with a button that ends it. */
export const Snoozed = ({ alertId }: { alertId: string | null }) => {
  const text = useText();
  const now = useNow(STEP_MS);
  const { deviceName, snoozedUntil, snoozedBy } =
    useRecordContext<Pick<Alert, 'id' | 'deviceName' | 'snoozedUntil' | 'snoozedBy'>>()!;
  const snooze = useSnooze();
  if (snoozedUntil === null || Date.parse(snoozedUntil) <= now) return null;
  return (
    <Box sx={QUIET_LINE}>
      <time dateTime={snoozedUntil} title={fullTime(snoozedUntil)}>
        {text('resources.alert.snoozed', {
          until: until(Date.parse(snoozedUntil), now, text),
          by: snoozedBy,
        })}
      </time>{' '}
      <ButtonBase
        aria-disabled={snooze.isPending}
        onClick={() => snooze.isPending || snooze.mutate({ deviceName, alertId, hours: 0 })}
        sx={LINK}
      >
        {text('acknowledge.wake')}
      </ButtonBase>
    </Box>
  );
};

import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import { useRecordContext } from 'react-admin';
import type { AlertLogEntry, DeliveryState } from '@telemon/contracts/alerting/alert-log';
import { Icon, type IconName } from '../kit/icon.tsx';
import { dateTime } from '../texts/time.ts';
import { translateMessage } from '../texts/translate.ts';
import { useText } from '../texts/use-text.ts';
import { type Way, outcomeInWords, waysOf } from './delivery-words.ts';
import { OrDash } from './or-dash.tsx';

const LOOKS: Record<DeliveryState['state'], { icon: IconName; colour: string }> = {
  none: { icon: 'minus', colour: 'text.secondary' },
  queued: { icon: 'waiting', colour: 'text.secondary' },
  sent: { icon: 'check', colour: 'text.secondary' },
  delivered: { icon: 'check', colour: 'var(--normal)' },
  failed: { icon: 'close', colour: 'var(--firing)' },
  held: { icon: 'warning', colour: 'var(--warn)' },
};

const OneWay = ({ way, delivery }: { way: Way; delivery: DeliveryState }) => {
  const text = useText();
  const { state, at } = delivery;
  const reason = delivery.reason && translateMessage(delivery.reason);
  const details = [reason, at && dateTime(at)].filter(Boolean).join(' · ');
  const { icon, colour } = LOOKS[state];
  return (
    <Tooltip title={details}>
      <Box
        component="span"
        tabIndex={details ? 0 : undefined}
        sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, color: colour }}
      >
        <Icon name={icon} size={14} strokeWidth={2} />
        {outcomeInWords(way, delivery, text)}
        {reason && <span className="only-read-aloud"> {reason}</span>}
      </Box>
    </Tooltip>
  );
};

/** The outcome of each notice; held and failed ones carry their reason. */
export const DeliveryCell = () => {
  const text = useText();
  const { delivery } = useRecordContext<AlertLogEntry>()!;
  const ways = waysOf(delivery);
  const copies = delivery.copies.length;
  if (ways.length === 0 && copies === 0) return <OrDash>{null}</OrDash>;
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        flexWrap: 'wrap',
        gap: '2px 12px',
        fontSize: 13,
        '& > *': { whiteSpace: 'nowrap' },
      }}
    >
      {ways.map((way) => (
        <OneWay key={way} way={way} delivery={delivery[way]} />
      ))}
      {copies > 0 && (
        <span className="quiet">{text('resources.alertLog.copies', { smart_count: copies })}</span>
      )}
    </Box>
  );
};

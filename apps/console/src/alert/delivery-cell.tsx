import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import { useRecordContext } from 'react-admin';
import type { AlertLogEntry, DeliveryState, FollowUp } from '@telemon/contracts/alerting/alert-log';
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

/** Of the later notices of one kind, such as reminders, the newest over each way. */
const Later = ({ kind, notices }: { kind: FollowUp['kind']; notices: FollowUp[] }) => {
  const text = useText();
  const newest = new Map(notices.map((notice) => [notice.channel, notice]));
  const most = Math.max(
    ...[...Map.groupBy(notices, ({ channel }) => channel).values()].map(({ length }) => length),
  );
  return (
    <>
      <span className="quiet">{text(`resources.alertLog.followUps.${kind}`, { smart_count: most })}</span>
      {[...newest].map(([way, notice]) => (
        <OneWay key={way} way={way} delivery={notice} />
      ))}
    </>
  );
};

/** The outcome of each notice; held and failed ones carry their reason. */
export const DeliveryCell = () => {
  const text = useText();
  const { delivery, followUps } = useRecordContext<AlertLogEntry>()!;
  const ways = waysOf(delivery);
  const copies = delivery.copies.length;
  if (ways.length === 0 && copies === 0 && followUps.length === 0) return <OrDash>{null}</OrDash>;
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
      {[...Map.groupBy(followUps, ({ kind }) => kind)].map(([kind, notices]) => (
        <Later key={kind} kind={kind} notices={notices} />
      ))}
    </Box>
  );
};

import Tooltip from '@mui/material/Tooltip';
import type { AlertLogEntry, DeliveryState } from '@telemon/contracts/alerting/alerts';
import { dateTime } from '../texts/time.ts';
import { useText } from '../texts/use-text.ts';
import { OrDash } from './or-dash.tsx';
import styles from './delivery-cell.module.css';

const WAYS = ['sms', 'email', 'mqtt'] as const;

const OneWay = ({ way, delivery }: { way: (typeof WAYS)[number]; delivery: DeliveryState }) => {
  const text = useText();
  const { state, reason, at } = delivery;
  const details = [reason, at && dateTime(at)].filter(Boolean).join(' · ');
  const words = `${text(`alerts.ways.${way}`)} ${text(`alerts.delivery.${state}`)}`;
  return (
    <Tooltip title={details}>
      <span className={styles[state]} tabIndex={details ? 0 : undefined}>
        {words}
        {reason && <span className="only-read-aloud"> {reason}</span>}
      </span>
    </Tooltip>
  );
};

/** What became of each notice; held and failed ones carry their reason. */
export const DeliveryCell = ({ delivery }: { delivery: AlertLogEntry['delivery'] }) => {
  const text = useText();
  const ways = WAYS.filter((way) => delivery[way].state !== 'none');
  const copies = delivery.copies.length;
  if (ways.length === 0 && copies === 0) return <OrDash>{null}</OrDash>;
  return (
    <span className={styles.ways}>
      {ways.map((way) => (
        <OneWay key={way} way={way} delivery={delivery[way]} />
      ))}
      {copies > 0 && <span className={styles.sent}>{text('alerts.copies', { smart_count: copies })}</span>}
    </span>
  );
};

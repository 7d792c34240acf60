import { useNavigate } from 'react-router';
import { usePendingAlerts } from '../alerts/use-pending-alerts.ts';
import { useText } from '../texts/use-text.ts';
import { IconButton } from './icon-button.tsx';
import { Icon } from './icon.tsx';
import { PAGES } from './pages.ts';
import styles from './alerts-button.module.css';

/** Leads to the alerts, and says how many firings wait to be acknowledged. */
export const AlertsButton = ({ isDesk }: { isDesk: boolean }) => {
  const text = useText();
  const navigate = useNavigate();
  const pending = usePendingAlerts() ?? 0;
  const go = () => void navigate(PAGES.alerts.path);
  const label = pending === 0 ? text('frame.alerts') : text('frame.alertsPending', { smart_count: pending });
  if (!isDesk) return <IconButton icon="alert" label={label} count={pending} onClick={go} />;
  return (
    <button type="button" className={styles.button} title={pending === 0 ? undefined : label} onClick={go}>
      <Icon name="alert" />
      {text('frame.alerts')}
      {pending > 0 && (
        <>
          {' '}
          <span className={styles.count}>{pending > 99 ? '99+' : pending}</span>
          <span className="only-read-aloud"> {text('home.counts.toAcknowledge')}</span>
        </>
      )}
    </button>
  );
};

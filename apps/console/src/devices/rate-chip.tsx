import { Icon } from '../layout/icon.tsx';
import { useText } from '../texts/use-text.ts';
import styles from './rate-chip.module.css';

/** On a device that sends more than it may: that, and what becomes of it. */
export const RateChip = () => {
  const text = useText();
  return (
    <span className={styles.chip} title={text('device.beyondRateWhat')}>
      <Icon name="warning" size={16} strokeWidth={2.2} />
      {text('device.beyondRate')}
    </span>
  );
};

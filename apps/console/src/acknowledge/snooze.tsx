import { SNOOZE_HOURS, type SnoozeHours } from '@telemon/contracts/alerting/alert-log';
import { dateTime } from '../texts/time.ts';
import { translate } from '../texts/translate.ts';
import { Button } from '../visitor/button.tsx';
import styles from './acknowledge-page.module.css';

interface Props {
  /** null: the alert is not snoozed. */
  until: string | null;
  isBusy: boolean;
  /** 0 ends it. */
  onChoose: (hours: SnoozeHours) => void;
}

const EFFECT_ID = 'snooze-effect';

/** Has the alert send no notices for some hours. */
export const Snooze = ({ until, isBusy, onChoose }: Props) =>
  until === null ? (
    <div className={styles.choices} role="group" aria-labelledby={EFFECT_ID}>
      {SNOOZE_HOURS.map((hours) => (
        <Button key={hours} disabled={isBusy} onClick={() => onChoose(hours)}>
          {translate('acknowledge.snooze', { hours: String(hours) })}
        </Button>
      ))}
      <p id={EFFECT_ID} className={styles.effect}>
        {translate('acknowledge.snoozeWhat')}
      </p>
    </div>
  ) : (
    <div className={styles.choices}>
      <span role="status">{translate('acknowledge.snoozed', { time: dateTime(until) })}</span>
      <Button disabled={isBusy} onClick={() => onChoose(0)}>
        {translate('acknowledge.wake')}
      </Button>
    </div>
  );

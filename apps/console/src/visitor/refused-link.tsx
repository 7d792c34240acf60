import { statusOf } from '../data/refusal.ts';
import { translate } from '../texts/translate.ts';
import { Button } from './button.tsx';
import styles from './entrance.module.css';

/** The status of a link that is not valid: a retry would not help. */
const NOT_VALID = 404;

interface Props {
  error: Error | null;
  /** Undefined if there is nothing to load. */
  onRetry: (() => void) | undefined;
}

/** Why the page of a link cannot do what the visitor wants. */
export const RefusedLink = ({ error, onRetry }: Props) => (
  <>
    <p className={styles.refused} role="alert">
      {error?.message}
    </p>
    {error && onRetry && statusOf(error) !== NOT_VALID && (
      <Button onClick={onRetry}>{translate('list.retry')}</Button>
    )}
  </>
);

import { Refusal, requestIdOf } from '../data/refusal.ts';
import { Button } from '../layout/button.tsx';
import { useText } from '../texts/use-text.ts';
import { Picture } from './picture.tsx';
import styles from './failed.module.css';

const reasonOf = (error: unknown): string | null => (error instanceof Refusal ? error.message : null);

/** The reason, and the number by which the logs know it. */
export const WhyItFailed = ({ error }: { error: unknown }) => {
  const text = useText();
  const requestId = requestIdOf(error);
  return (
    <>
      {reasonOf(error) ?? text('failure.unknown')}
      {requestId !== null && (
        <>
          {' '}
          <span className={styles.request}>{text('failure.request', { id: requestId })}</span>
        </>
      )}
    </>
  );
};

/** Nothing could be had, and nothing is left from before. */
export const Failed = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => {
  const text = useText();
  return (
    <Picture
      icon="unplugged"
      tone="failed"
      title={text('failure.title')}
      what={<WhyItFailed error={error} />}
    >
      <Button onClick={onRetry}>{text('list.retry')}</Button>
    </Picture>
  );
};

export const Forbidden = () => {
  const text = useText();
  return <Picture icon="lock" title={text('forbidden.title')} what={text('forbidden.what')} />;
};

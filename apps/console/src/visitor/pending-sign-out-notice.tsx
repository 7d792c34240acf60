import { useEffect, useSyncExternalStore } from 'react';
import { retrySignOut } from '../data/retry-sign-out.ts';
import { pendingSignOut, subscribeToPendingSignOut } from '../data/pending-sign-out.ts';
import { translate } from '../texts/translate.ts';
import styles from './entrance.module.css';

/** Retries a pending sign-out, and shows a notice after a failure until the server responds. */
export const PendingSignOutNotice = () => {
  const pending = useSyncExternalStore(subscribeToPendingSignOut, pendingSignOut);
  const isPending = pending !== null;
  useEffect(() => {
    if (!isPending) return;
    const leaving = new AbortController();
    void retrySignOut(leaving.signal);
    return () => leaving.abort();
  }, [isPending]);
  return (
    pending === 'failed' && (
      <p className={styles.quiet} role="status">
        {translate('signIn.untold')}
      </p>
    )
  );
};

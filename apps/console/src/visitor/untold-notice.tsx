import { useEffect, useSyncExternalStore } from 'react';
import { tellUntilKnown } from '../data/tell-until-known.ts';
import { subscribeToUntold, untoldSignOut } from '../data/untold-sign-out.ts';
import { translate } from '../texts/translate.ts';
import styles from './entrance.module.css';

/** Retries a pending sign-out, and shows a notice after a failure until the server responds. */
export const UntoldNotice = () => {
  const untold = useSyncExternalStore(subscribeToUntold, untoldSignOut);
  const isUntold = untold !== null;
  useEffect(() => {
    if (!isUntold) return;
    const leaving = new AbortController();
    void tellUntilKnown(leaving.signal);
    return () => leaving.abort();
  }, [isUntold]);
  return (
    untold === 'failed' && (
      <p className={styles.quiet} role="status">
        {translate('signIn.untold')}
      </p>
    )
  );
};

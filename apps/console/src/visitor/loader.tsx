import { useEffect, useState } from 'react';
import { translate } from '../texts/translate.ts';
import styles from './loader.module.css';

/** A visitor's own action shows the loader only if it takes longer than this. */
const SHOWN_AFTER_MS = 300;

/** The full-screen loader. */
export const Loader = ({ isBusy }: { isBusy: boolean }) => {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (!isBusy) return;
    const timer = setTimeout(() => setShown(true), SHOWN_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setShown(false);
    };
  }, [isBusy]);
  if (!isShown) return null;
  return (
    <div className={styles.loader} role="status">
      <span className="only-read-aloud">{translate('frame.busy')}</span>
    </div>
  );
};

import { useIsMutating } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useText } from '../texts/use-text.ts';
import styles from './loader.module.css';

/** A person's own action is waited for with the eyes only once it takes this long. */
const SHOWN_AFTER_MS = 300;

/** The full-screen loader, for what a person did (saving, deleting); never for what the page asks by itself. */
export const Loader = () => {
  const text = useText();
  const busy = useIsMutating() > 0;
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!busy) {
      setShown(false);
      return;
    }
    const timer = setTimeout(() => setShown(true), SHOWN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [busy]);
  if (!shown) return null;
  // Beside the page, which a dialog hides from those who are read to.
  return createPortal(
    <div className={styles.loader} role="status">
      <span className={styles.ring} />
      <span className="only-read-aloud">{text('frame.busy')}</span>
    </div>,
    document.body,
  );
};

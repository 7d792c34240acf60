import { useEffect, useState, type ReactNode } from 'react';
import { translate } from '../texts/translate.ts';
import entrance from './entrance.module.css';
import styles from './loader.module.css';
import type { PlainForm } from './use-plain-form.ts';

/** Shorter actions show no loader. */
const SHOWN_AFTER_MS = 300;

/** The full-screen loader. */
const Loader = ({ isBusy }: { isBusy: boolean }) => {
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

/** A visitor's form; the loader covers the page while a request is pending. */
export const Form = ({ form, children }: { form: PlainForm; children: ReactNode }) => (
  <form className={entrance.form} {...form.props}>
    {children}
    <Loader isBusy={form.busy} />
  </form>
);

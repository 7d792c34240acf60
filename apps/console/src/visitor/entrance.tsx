import { useEffect, type ReactNode } from 'react';
import { Wordmark } from '../kit/wordmark.tsx';
import { translate } from '../texts/translate.ts';
import { Backdrop } from './backdrop.tsx';
import styles from './entrance.module.css';
import { PendingSignOutNotice } from './pending-sign-out-notice.tsx';

interface Props {
  heading: string;
  /** For forms with two columns. */
  wide?: boolean;
  children: ReactNode;
}

/** A page before the sign-in: the product on one side, a form with a heading on the other. */
export const Entrance = ({ heading, wide, children }: Props) => {
  useEffect(() => {
    document.title = `${heading} · ${translate('product')}`;
  }, [heading]);
  return (
    <div className={styles.page}>
      <aside className={styles.aside}>
        <Wordmark />
        <Backdrop />
        <p className={styles.promise}>{translate('signIn.promise')}</p>
      </aside>
      <main className={styles.main}>
        <div className={wide ? styles.wide : styles.column}>
          <div className={styles.brand}>
            <Wordmark />
          </div>
          <h1 className={styles.title}>{heading}</h1>
          <PendingSignOutNotice />
          {children}
        </div>
      </main>
    </div>
  );
};

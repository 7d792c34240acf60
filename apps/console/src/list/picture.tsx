import type { ReactNode } from 'react';
import { Icon, type IconName } from '../layout/icon.tsx';
import styles from './picture.module.css';

interface Props {
  icon: IconName;
  title: string;
  what?: ReactNode;
  /** The way on. */
  children?: ReactNode;
  tone?: 'quiet' | 'failed';
}

/** What stands where rows would: why there are none, and what to do. */
export const Picture = ({ icon, title, what, children, tone = 'quiet' }: Props) => (
  <div className={styles.picture} role={tone === 'failed' ? 'alert' : undefined}>
    <span className={styles[tone]}>
      <Icon name={icon} size={22} />
    </span>
    <h2 className={styles.title}>{title}</h2>
    {what && <div className={styles.what}>{what}</div>}
    {children && <div className={styles.way}>{children}</div>}
  </div>
);

import type { ReactNode } from 'react';
import styles from './panel.module.css';

/** A titled frame beside the chart. */
export const Panel = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles.panel}>
    <h2>{title}</h2>
    {children}
  </section>
);

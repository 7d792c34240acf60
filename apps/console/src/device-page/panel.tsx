import Paper from '@mui/material/Paper';
import type { ReactNode } from 'react';
import styles from './panel.module.css';

/** A titled frame beside the chart. */
export const Panel = ({ title, children }: { title: string; children: ReactNode }) => (
  <Paper component="section" variant="outlined" className={styles.panel}>
    <h2>{title}</h2>
    {children}
  </Paper>
);

/** Names with their values, a line each. */
export const Facts = ({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <dl className={styles.facts}>
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

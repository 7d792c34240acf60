import type { ReactNode } from 'react';
import styles from './entrance.module.css';
import { Loader } from './loader.tsx';
import type { PlainForm } from './use-plain-form.ts';

/** A visitor's form; while what it sends is not answered, the loader stands over the page. */
export const Form = ({ form, children }: { form: PlainForm; children: ReactNode }) => (
  <form className={styles.form} {...form.props}>
    {children}
    <Loader isBusy={form.busy} />
  </form>
);

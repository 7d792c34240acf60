import type { ReactNode } from 'react';
import { useLoaderShown } from '../kit/use-loader-shown.ts';
import { translate } from '../texts/translate.ts';
import entrance from './entrance.module.css';
import styles from './loader.module.css';
import type { PlainForm } from './use-plain-form.ts';

/** A visitor's form; the loader covers the page while a request is pending. */
export const Form = ({ form, children }: { form: PlainForm; children: ReactNode }) => (
  <form className={entrance.form} {...form.props}>
    {children}
    {useLoaderShown(form.busy) && (
      <div className={styles.loader} role="status">
        <span className="only-read-aloud">{translate('frame.busy')}</span>
      </div>
    )}
  </form>
);

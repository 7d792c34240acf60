import { Suspense, useState, type ReactNode } from 'react';
import { Icon } from '../layout/icon.tsx';
import styles from './add-here.module.css';

/** What the form for one more is told by whoever opened it. */
export interface AddForm {
  onClose: () => void;
  /** Hears the id of what was added, before the form closes; it is seen chosen then, so that no toast says it. */
  onAdded?: ((id: string) => void) | undefined;
}

interface Props {
  label: string;
  /** Takes the new one as what is chosen. */
  onAdded: (id: string) => void;
  /** The form that opens over this one. */
  children: (form: AddForm) => ReactNode;
}

/** Adds what a field chooses among without leaving the form: what was typed into it stays, and the new one is chosen. */
export const AddHere = ({ label, onAdded, children }: Props) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={styles.add} onClick={() => setOpen(true)}>
        <Icon name="add" size={14} />
        {label}
      </button>
      {isOpen && <Suspense fallback={null}>{children({ onClose: () => setOpen(false), onAdded })}</Suspense>}
    </>
  );
};

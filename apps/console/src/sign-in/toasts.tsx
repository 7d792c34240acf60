import { useEffect, useState } from 'react';
import { Icon } from '../kit/icon.tsx';
import styles from './toasts.module.css';

/** The documents' two seconds. */
const SHOWN_FOR_MS = 2_000;

interface Toast {
  id: number;
  message: string;
  type: 'success' | 'error';
}

/** The toasts of the sign-in page; those of the console are react-admin's. */
export const useToasts = () => {
  const [shown, setShown] = useState<readonly Toast[]>([]);
  return {
    shown,
    say: (message: string, type: Toast['type']) =>
      setShown((before) => [...before, { id: (before.at(-1)?.id ?? 0) + 1, message, type }]),
    hide: (id: number) => setShown((before) => before.filter((toast) => toast.id !== id)),
  };
};
type State = ReturnType<typeof useToasts>;

/** It stays longer under the pointer. */
const ToastCard = ({ toast: { id, message, type }, hide }: { toast: Toast; hide: State['hide'] }) => {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(hide, SHOWN_FOR_MS, id);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isHeld, id]);
  return (
    <div
      className={`${styles.toast} ${styles[type]}`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
    >
      <Icon name={type === 'error' ? 'warning' : 'check'} className={styles.icon} />
      <span className={styles.message}>{message}</span>
    </div>
  );
};

export const Toasts = ({ toasts: { shown, hide } }: { toasts: State }) => (
  <div className={styles.toasts} role="status" aria-live="polite">
    {shown.map((toast) => (
      <ToastCard key={toast.id} toast={toast} hide={hide} />
    ))}
  </div>
);

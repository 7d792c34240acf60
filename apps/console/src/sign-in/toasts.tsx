import { useEffect, useState } from 'react';
import { Icon } from '../kit/icon.tsx';
import styles from './toasts.module.css';

/** The documented two seconds. */
const SHOWN_FOR_MS = 2_000;

interface Toast {
  id: number;
  message: string;
  type: 'success' | 'error';
}

/** A toast stays while the pointer is over it. */
const ToastCard = ({ message, type, onOver }: Omit<Toast, 'id'> & { onOver: () => void }) => {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(onOver, SHOWN_FOR_MS);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isHeld]);
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

/** The sign-in page's toasts, and a function to show one; the console uses react-admin's. */
export const useToasts = () => {
  const [shown, setShown] = useState<readonly Toast[]>([]);
  const showToast = (message: string, type: Toast['type']) =>
    setShown((before) => [...before, { id: (before.at(-1)?.id ?? 0) + 1, message, type }]);
  const hide = (id: number) => setShown((before) => before.filter((toast) => toast.id !== id));
  const toasts = (
    <div className={styles.toasts} role="status" aria-live="polite">
      {shown.map(({ id, ...toast }) => (
        <ToastCard key={id} {...toast} onOver={() => hide(id)} />
      ))}
    </div>
  );
  return { showToast, toasts };
};

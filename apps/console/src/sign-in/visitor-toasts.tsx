import { useState } from 'react';
import { ToastCard, type Toast } from '../layout/toast-card.tsx';
import styles from '../layout/toasts.module.css';

/** Toasts where nobody is signed in: there is no bell to keep them behind, and none of react-admin to say them. */
export const useVisitorToasts = () => {
  const [shown, setShown] = useState<Toast[]>([]);
  return {
    shown,
    say: (message: string, type: Toast['type']) =>
      setShown((before) => [...before, { id: (before.at(-1)?.id ?? 0) + 1, message, type, at: Date.now() }]),
    hide: (id: number) => setShown((before) => before.filter((toast) => toast.id !== id)),
  };
};

export const VisitorToasts = ({ toasts }: { toasts: ReturnType<typeof useVisitorToasts> }) => (
  <div className={styles.toasts} role="status" aria-live="polite">
    {toasts.shown.map((toast) => (
      <ToastCard key={toast.id} toast={toast} onHide={() => toasts.hide(toast.id)} />
    ))}
  </div>
);

import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { NotificationPayload } from 'react-admin';
import { Icon } from './icon.tsx';
import styles from './toasts.module.css';

/** The documents' two seconds. */
const SHOWN_FOR_MS = 2_000;

export interface Toast {
  id: number;
  message: string;
  type: NotificationPayload['type'];
  at: number;
}

interface Props {
  toast: Toast;
  onHide: () => void;
  /** What can be done with it. */
  children?: ReactNode;
}

/** One toast, which stays longer under the pointer. */
export const ToastCard = ({ toast, onHide, children }: Props) => {
  const [held, setHeld] = useState(false);
  const hide = useRef(onHide);
  hide.current = onHide;
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => hide.current(), SHOWN_FOR_MS);
    return () => clearTimeout(timer);
  }, [held]);
  return (
    <div
      className={`${styles.toast} ${styles[toast.type]}`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon name={toast.type === 'error' ? 'warning' : 'check'} className={styles.icon} />
      <span className={styles.message}>{toast.message}</span>
      {children}
    </div>
  );
};

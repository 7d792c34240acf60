import { createContext, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useNotificationContext, useTranslate, type NotificationPayload } from 'react-admin';
import { useText } from '../texts/use-text.ts';
import { IconButton } from './icon-button.tsx';
import { Icon } from './icon.tsx';
import styles from './toasts.module.css';

/** The documents' two seconds. */
const SHOWN_FOR_MS = 2_000;
const MOST_KEPT = 50;

export interface Toast {
  id: number;
  message: string;
  type: NotificationPayload['type'];
  at: number;
}

interface ToastsState {
  /** All of them, newest first. */
  kept: Toast[];
  /** Those on the screen now. */
  shown: Toast[];
  unread: number;
  hide: (id: number) => void;
  markRead: () => void;
}

const ToastsContext = createContext<ToastsState | null>(null);

export const useToasts = (): ToastsState => {
  const toasts = useContext(ToastsContext);
  if (toasts === null) throw new Error('Toasts are shown inside the frame alone');
  return toasts;
};

let lastId = 0;

/** Takes what `useNotify` says, shows it for a while, and keeps it for the bell. */
export const ToastsProvider = ({ children }: { children: ReactNode }) => {
  const { notifications, takeNotification } = useNotificationContext();
  const translate = useTranslate();
  const [kept, setKept] = useState<Toast[]>([]);
  const [hidden, setHidden] = useState<ReadonlySet<number>>(new Set());
  const [readUpTo, setReadUpTo] = useState(0);

  useEffect(() => {
    if (notifications.length === 0) return;
    const taken = takeNotification();
    if (!taken) return;
    const { message, type, notificationOptions } = taken;
    const words =
      typeof message === 'string'
        ? translate(message, { _: message, ...notificationOptions?.messageArgs })
        : '';
    lastId += 1;
    const toast: Toast = { id: lastId, message: words, type, at: Date.now() };
    setKept((before) => [toast, ...before].slice(0, MOST_KEPT));
  }, [notifications, takeNotification, translate]);

  const state = useMemo<ToastsState>(
    () => ({
      kept,
      shown: kept.filter(({ id }) => !hidden.has(id)).slice(0, 3),
      unread: kept.filter(({ id }) => id > readUpTo).length,
      hide: (id) => setHidden((before) => new Set([...before, id])),
      markRead: () => setReadUpTo(kept[0]?.id ?? 0),
    }),
    [kept, hidden, readUpTo],
  );
  return <ToastsContext value={state}>{children}</ToastsContext>;
};

const OneToast = ({ toast, onHide }: { toast: Toast; onHide: () => void }) => {
  const text = useText();
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
      <IconButton icon="close" label={text('toasts.hide')} onClick={onHide} className={styles.close} />
    </div>
  );
};

/** Bottom left, newest below; read aloud as they come. */
export const Toasts = () => {
  const { shown, hide } = useToasts();
  return (
    <div className={styles.toasts} role="status" aria-live="polite">
      {shown.toReversed().map((toast) => (
        <OneToast key={toast.id} toast={toast} onHide={() => hide(toast.id)} />
      ))}
    </div>
  );
};

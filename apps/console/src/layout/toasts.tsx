import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useNotificationContext, useTranslate } from 'react-admin';
import { createPortal } from 'react-dom';
import { useText } from '../texts/use-text.ts';
import { IconButton } from './icon-button.tsx';
import { ToastCard, type Toast } from './toast-card.tsx';
import styles from './toasts.module.css';

const MOST_KEPT = 50;

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

/** An open dialog hides all that stands beside it from a screen reader; this stays, as what it says is for who is in the dialog. */
const staysReadable = (element: HTMLElement | null) => {
  if (element === null) return;
  const observer = new MutationObserver(() => element.removeAttribute('aria-hidden'));
  observer.observe(element, { attributeFilter: ['aria-hidden'] });
  return () => observer.disconnect();
};

/** Bottom left, newest below; read aloud as they come, over an open dialog too. */
export const Toasts = () => {
  const text = useText();
  const { shown, hide } = useToasts();
  return createPortal(
    <div ref={staysReadable} className={styles.toasts} role="status" aria-live="polite">
      {shown.toReversed().map((toast) => (
        <ToastCard key={toast.id} toast={toast} onHide={() => hide(toast.id)}>
          <IconButton
            icon="close"
            label={text('toasts.hide')}
            onClick={() => hide(toast.id)}
            className={styles.close}
          />
        </ToastCard>
      ))}
    </div>,
    document.body,
  );
};

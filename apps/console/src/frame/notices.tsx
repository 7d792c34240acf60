import { createContext, useCallback, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import { Notification, useNotificationContext, useTranslate, type NotificationPayload } from 'react-admin';
import { createPortal } from 'react-dom';

/** As documented. */
const SHOWN_FOR_MS = 2_000;
const MOST_KEPT = 50;

interface Notice {
  id: number;
  message: string;
  type: NotificationPayload['type'];
  at: number;
  /** The address that it links to. */
  to?: string;
}

interface Notices {
  /** All since the page was loaded, newest first. */
  kept: readonly Notice[];
  unread: number;
  markRead: () => void;
  /** Adds a message that react-admin does not show. */
  keep: (message: string, type: Notice['type'], to?: string) => void;
}

const NoticesContext = createContext<Notices>({ kept: [], unread: 0, markRead: () => {}, keep: () => {} });

export const useNotices = () => useContext(NoticesContext);

/** Collects the messages of `useNotify` for the bell; react-admin's `Notification` shows and drops them. */
export const NoticesProvider = ({ children }: { children: ReactNode }) => {
  const { notifications } = useNotificationContext();
  const translate = useTranslate();
  const [kept, setKept] = useState<readonly Notice[]>([]);
  const [seen, setSeen] = useState(0);
  const keep = useCallback<Notices['keep']>((message, type, to) => {
    setKept((before) =>
      [{ id: (before[0]?.id ?? 0) + 1, message, type, at: Date.now(), ...(to && { to }) }, ...before].slice(
        0,
        MOST_KEPT,
      ),
    );
  }, []);
  const newest = notifications.at(-1);
  useEffect(() => {
    if (typeof newest?.message !== 'string') return;
    const { message, type, notificationOptions } = newest;
    keep(translate(message, { _: message, ...notificationOptions?.messageArgs }), type);
  }, [newest, translate, keep]);
  const state = useMemo(
    () => ({
      kept,
      unread: kept.filter(({ id }) => id > seen).length,
      markRead: () => setSeen(kept[0]?.id ?? 0),
      keep,
    }),
    [kept, seen, keep],
  );
  return <NoticesContext value={state}>{children}</NoticesContext>;
};

/** An open dialog sets `aria-hidden` on all other elements; a notice must stay readable. */
export const staysReadable = (element: HTMLElement | null) => {
  if (element === null) return;
  const observer = new MutationObserver(() => element.removeAttribute('aria-hidden'));
  observer.observe(element, { attributeFilter: ['aria-hidden'] });
  return () => observer.disconnect();
};

/** Bottom left, also over open dialogs. */
export const Notices = () =>
  createPortal(
    <div ref={staysReadable}>
      <Notification
        autoHideDuration={SHOWN_FOR_MS}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        sx={{ zIndex: 1600 }}
      />
    </div>,
    document.body,
  );

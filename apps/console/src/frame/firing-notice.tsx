import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Snackbar from '@mui/material/Snackbar';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Link, useNavigate } from 'react-router';
import { useAlertPaths } from '../alert/use-alert-paths.ts';
import { ask } from '../data/ask.ts';
import { ActionButton } from '../kit/action-button.tsx';
import { Icon } from '../kit/icon.tsx';
import { useLiveStore } from '../live/live-context.ts';
import type { AlertChange } from '../live/live-store.ts';
import { formatValue } from '../texts/numbers.ts';
import { nameAndUnit, setPointInWords, withUnit } from '../texts/units.ts';
import { useText, type Text } from '../texts/use-text.ts';
import { useFiringSignals } from './firing-signals.ts';
import { staysReadable, useNotices } from './notices.tsx';

/** Firings within this time after the first share one notice. */
const SETTLE_MS = 400;
/** The entry is searched in this many of the device's newest pending ones. */
const LOOKED_AT = 20;

/** A firing as text; with values if its log entry is found. */
const wordsOf = async ({ deviceName, entryId }: AlertChange, text: Text): Promise<string> => {
  const found = await ask('GET /alertLog', { q: deviceName, status: 'Pending', limit: LOOKED_AT }).catch(
    () => null,
  );
  const entry = found?.alertLogs.find(({ id }) => id === entryId);
  if (entry === undefined) return text('firing.unknown', { device: deviceName });
  const { name, unit } = nameAndUnit(entry.sensorName);
  return text(`firing.${entry.alertType}`, {
    device: entry.deviceAlias,
    sensor: name,
    value: withUnit(formatValue(entry.value), unit),
    setPoint: withUnit(setPointInWords(entry.criteria.values), unit),
  });
};

/** The firings since the notice was last closed: the newest as text, all by their entry ids. */
interface Told {
  words: string;
  entryIds: string[];
}

const without = (told: Told | null, entryId: string): Told | null => {
  const entryIds = told?.entryIds.filter((id) => id !== entryId) ?? [];
  return told === null || entryIds.length === 0 ? null : { ...told, entryIds };
};

/**
 * Shows each firing at the bottom right until it is closed or acknowledged, and adds it to the bell. React-admin shows its own
 * notices one after the other: later ones would wait for one that stays.
 */
export const FiringNotice = () => {
  const text = useText();
  const navigate = useNavigate();
  const store = useLiveStore();
  const { pending } = useAlertPaths();
  const { keep } = useNotices();
  const signal = useFiringSignals();
  const [told, setTold] = useState<Told | null>(null);
  const close = () => setTold(null);

  const tell = async (fired: AlertChange[]) => {
    const words = await wordsOf(fired.at(-1)!, text);
    const others = fired.length - 1;
    const message = others === 0 ? words : `${words} ${text('firing.more', { smart_count: others })}`;
    keep(message, 'error', pending);
    signal(message, () => void navigate(pending));
    setTold((before) => ({
      words,
      entryIds: [...(before?.entryIds ?? []), ...fired.map(({ entryId }) => entryId)],
    }));
  };
  const latest = useRef(tell);
  latest.current = tell;

  useEffect(() => {
    let due: AlertChange[] = [];
    // After a reconnect, the stream repeats events.
    const heard = new Set<string>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = store.subscribeToAlerts((change) => {
      if (change.change === 'acknowledged') setTold((before) => without(before, change.entryId));
      if (change.change !== 'fired' || heard.has(change.entryId)) return;
      heard.add(change.entryId);
      due.push(change);
      timer ??= setTimeout(() => {
        const fired = due;
        due = [];
        timer = undefined;
        void latest.current(fired);
      }, SETTLE_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [store]);

  if (told === null) return null;
  const others = told.entryIds.length - 1;
  return createPortal(
    <div ref={staysReadable}>
      <Snackbar open anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }} sx={{ zIndex: 1550 }}>
        <Alert
          severity="error"
          icon={<Icon name="alert" />}
          action={
            <>
              <Button component={Link} to={pending} onClick={close}>
                {text('firing.show')}
              </Button>
              <ActionButton icon="close" label={text('dialog.close')} onClick={close} />
            </>
          }
          sx={{ border: '1px solid var(--firing)', boxShadow: 'var(--shadow)' }}
        >
          {told.words}
          {others > 0 && <div>{text('firing.more', { smart_count: others })}</div>}
        </Alert>
      </Snackbar>
    </div>,
    document.body,
  );
};

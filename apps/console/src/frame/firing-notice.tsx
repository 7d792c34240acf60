import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Snackbar from '@mui/material/Snackbar';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Link, useNavigate } from 'react-router';
import { periodInWords } from '../alert/period.ts';
import { useAlertPaths } from '../alert/use-alert-paths.ts';
import { ask } from '../data/ask.ts';
import { ActionButton } from '../kit/action-button.tsx';
import { Icon } from '../kit/icon.tsx';
import { useLiveStore } from '../live/live-context.ts';
import type { AlertChange } from '../live/live-store.ts';
import { formatValue } from '../texts/numbers.ts';
import { dateTime } from '../texts/time.ts';
import { nameAndUnit, setPointInWords, withUnit } from '../texts/units.ts';
import { useText, type Text } from '../texts/use-text.ts';
import { useFiringSignals } from './firing-signals.ts';
import { staysReadable, useNotices } from './notices.tsx';

/** Firings within this time after the first share one notice. */
const SETTLE_MS = 400;
/** The entry is searched in this many of the device's newest pending ones. */
const SEARCH_LIMIT = 20;

/** A firing as text; with values if its log entry is found. */
const wordsOf = async ({ deviceName, entryId }: AlertChange, text: Text): Promise<string> => {
  const found = await ask('GET /alertLog', { q: deviceName, status: 'Pending', limit: SEARCH_LIMIT }).catch(
    () => null,
  );
  const entry = found?.alertLogs.find(({ id }) => id === entryId);
  if (entry === undefined) return text('firing.unknown', { device: deviceName });
  const { alertType, criteria, value, silentSince, deviceAlias: device } = entry;
  if (alertType === null || criteria === null)
    return text('firing.silence', { device, time: dateTime(silentSince!) });
  const { name, unit } = nameAndUnit(entry.sensorName ?? '');
  return text(`firing.${alertType}`, {
    device,
    sensor: name,
    value: value === null ? '–' : withUnit(formatValue(value), unit),
    setPoint: withUnit(setPointInWords(criteria.values), unit),
    period: periodInWords(criteria.timePeriod),
  });
};

/** The firings since the notice was last closed: the newest as text, all by their entry ids. */
interface ShownFirings {
  words: string;
  entryIds: string[];
}

const without = (shown: ShownFirings | null, entryId: string): ShownFirings | null => {
  const entryIds = shown?.entryIds.filter((id) => id !== entryId) ?? [];
  return shown === null || entryIds.length === 0 ? null : { ...shown, entryIds };
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
  const [shown, setShown] = useState<ShownFirings | null>(null);
  const close = () => setShown(null);

  const show = async (fired: AlertChange[]) => {
    const words = await wordsOf(fired.at(-1)!, text);
    const others = fired.length - 1;
    const message = others === 0 ? words : `${words} ${text('firing.more', { smart_count: others })}`;
    keep(message, 'error', pending);
    signal(message, () => void navigate(pending));
    setShown((before) => ({
      words,
      entryIds: [...(before?.entryIds ?? []), ...fired.map(({ entryId }) => entryId)],
    }));
  };
  const latest = useRef(show);
  latest.current = show;

  useEffect(() => {
    let due: AlertChange[] = [];
    // After a reconnect, the stream repeats events.
    const seen = new Set<string>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = store.subscribeToAlerts((change) => {
      if (change.change === 'acknowledged') setShown((before) => without(before, change.entryId));
      if (change.change !== 'fired' || seen.has(change.entryId)) return;
      seen.add(change.entryId);
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

  if (shown === null) return null;
  const others = shown.entryIds.length - 1;
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
          {shown.words}
          {others > 0 && <div>{text('firing.more', { smart_count: others })}</div>}
        </Alert>
      </Snackbar>
    </div>,
    document.body,
  );
};

import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Snackbar from '@mui/material/Snackbar';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Link, useNavigate } from 'react-router';
import { withSeverity } from '../alert/firing-words.ts';
import { measuredOf, periodOf, ruleOf, setPointOf } from '../alert/rule-words.ts';
import { useAlertPaths } from '../alert/use-alert-paths.ts';
import { ask } from '../data/ask.ts';
import { ActionButton } from '../kit/action-button.tsx';
import { Icon } from '../kit/icon.tsx';
import { useOnPhone } from '../kit/use-screen.ts';
import { useLiveStore } from '../live/live-context.ts';
import { StateIcon } from '../state/state-chip.tsx';
import { formatValue } from '../texts/numbers.ts';
import { timeOrDate } from '../texts/time.ts';
import { nameAndUnit, withUnit } from '../texts/units.ts';
import { useText, type Text } from '../texts/use-text.ts';
import { useFiringSignals } from './firing-signals.ts';
import { staysReadable, useNotices } from './notices.tsx';

/** Firings within this time after the first share one notice. */
const SETTLE_MS = 400;
/** The entry is searched in this many of the device's newest pending ones. */
const SEARCH_LIMIT = 20;

/** An entry as text; with values if it is found in the log. A silence is no alert, and grey. */
interface Told {
  words: string;
  isSilence: boolean;
}

interface Fired {
  deviceName: string;
  entryId: string;
}

const toldOf = async ({ deviceName, entryId }: Fired, text: Text): Promise<Told> => {
  const found = await ask('GET /alertLog', { q: deviceName, status: 'Pending', limit: SEARCH_LIMIT }).catch(
    () => null,
  );
  const entry = found?.alertLogs.find(({ id }) => id === entryId);
  if (entry === undefined) return { words: text('firing.unknown', { device: deviceName }), isSilence: false };
  const device = entry.deviceAlias;
  const rule = ruleOf(entry);
  if (rule === null) {
    const time = timeOrDate(Date.parse(entry.silentSince ?? entry.triggeredAt), Date.now());
    return { words: text('firing.silence', { device, time }), isSilence: true };
  }
  const words = text(`firing.${rule.alertType}`, {
    device,
    sensor: measuredOf(rule, text),
    value: entry.value === null ? '' : withUnit(formatValue(entry.value), nameAndUnit(rule.sensorName).unit),
    setPoint: setPointOf(rule),
    period: periodOf(rule, text),
  });
  return { words: withSeverity(entry, words, text), isSilence: false };
};

/** The firings since the notice was last closed: the newest as text, all by their entry ids. */
interface ShownFirings extends Told {
  entryIds: string[];
}

/** In place of the colours of MUI's own severities, none of which is grey. */
const SILENT = {
  bgcolor: 'var(--silent-soft)',
  color: 'text.primary',
  '& .MuiAlert-icon': { color: 'var(--silent)' },
};

const without = (shown: ShownFirings | null, entryId: string): ShownFirings | null => {
  const entryIds = shown?.entryIds.filter((id) => id !== entryId) ?? [];
  return shown === null || entryIds.length === 0 ? null : { ...shown, entryIds };
};

/**
 * Shows each firing and silence until it is closed or acknowledged, and adds it to the bell: at the bottom right; on a phone at the
 * top, because a dialog has its buttons at the bottom. React-admin shows its own notices one after the other: later ones would wait
 * for one that stays.
 */
export const FiringNotice = () => {
  const text = useText();
  const navigate = useNavigate();
  const store = useLiveStore();
  const { pending } = useAlertPaths();
  const { keep } = useNotices();
  const signal = useFiringSignals();
  const onPhone = useOnPhone();
  const [shown, setShown] = useState<ShownFirings | null>(null);
  const close = () => setShown(null);

  const show = async (fired: Fired[]) => {
    const { words, isSilence } = await toldOf(fired.at(-1)!, text);
    const others = fired.length - 1;
    const message = others === 0 ? words : `${words} ${text('firing.more', { smart_count: others })}`;
    keep(message, isSilence ? 'info' : 'error', pending);
    signal(message, () => void navigate(pending));
    setShown((before) => ({
      words,
      isSilence: isSilence && before?.isSilence !== false,
      entryIds: [...(before?.entryIds ?? []), ...fired.map(({ entryId }) => entryId)],
    }));
  };
  const latest = useRef(show);
  latest.current = show;

  useEffect(() => {
    let due: Fired[] = [];
    // After a reconnect, the stream repeats events.
    const seen = new Set<string>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = store.subscribeToAlerts(({ deviceName, entryId, change }) => {
      if (entryId === null) return;
      if (change === 'acknowledged') setShown((before) => without(before, entryId));
      if (change !== 'fired' || seen.has(entryId)) return;
      seen.add(entryId);
      due.push({ deviceName, entryId });
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
      <Snackbar
        open
        anchorOrigin={{ vertical: onPhone ? 'top' : 'bottom', horizontal: 'right' }}
        sx={{ zIndex: 1550 }}
      >
        <Alert
          severity={shown.isSilence ? 'info' : 'error'}
          icon={shown.isSilence ? <StateIcon state="silent" size={18} /> : <Icon name="alert" />}
          action={
            <>
              <Button component={Link} to={pending} onClick={close}>
                {text('firing.show')}
              </Button>
              <ActionButton icon="close" label={text('dialog.close')} onClick={close} />
            </>
          }
          sx={{
            border: `1px solid var(--${shown.isSilence ? 'silent' : 'firing'})`,
            boxShadow: 'var(--shadow)',
            ...(shown.isSilence && SILENT),
          }}
        >
          {shown.words}
          {others > 0 && <div>{text('firing.more', { smart_count: others })}</div>}
        </Alert>
      </Snackbar>
    </div>,
    document.body,
  );
};

import { Alert, Button, Snackbar } from '@mui/material';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { Link, useNavigate } from 'react-router';
import { useAlertPaths } from '../alert/use-alert-paths.ts';
import { ActionButton } from '../kit/action-button.tsx';
import { Icon } from '../kit/icon.tsx';
import { useOnPhone } from '../kit/use-screen.ts';
import { StateIcon } from '../state/state-chip.tsx';
import { useText } from '../texts/use-text.ts';
import { firingInWords, type Told } from './firing-in-words.ts';
import { useFiringSignals } from './firing-signals.ts';
import { staysReadable, useNotices } from './notices.tsx';
import { useFired, type Fired } from './use-fired.ts';

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
  const { pending } = useAlertPaths();
  const { keep } = useNotices();
  const signal = useFiringSignals();
  const onPhone = useOnPhone();
  const [shown, setShown] = useState<ShownFirings | null>(null);
  const close = () => setShown(null);

  const show = async (fired: Fired[]) => {
    const { words, isSilence } = await firingInWords(fired.at(-1)!, text);
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
  useFired({
    onFired: (fired) => void show(fired),
    onAcknowledged: (entryId) => setShown((before) => without(before, entryId)),
  });

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

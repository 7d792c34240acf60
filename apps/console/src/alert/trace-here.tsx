import type { AlertLogEntry } from '@telemon/contracts/alerting/alert-log';
import { useRecordContext } from 'react-admin';
import { ActionLink } from '../kit/action-button.tsx';
import { useDialogHere } from '../kit/dialog-here.tsx';
import { lazyAside } from '../kit/lazy-part.tsx';
import { useText } from '../texts/use-text.ts';
import type { TraceStart } from './trace-dialog.tsx';

const TraceDialog = lazyAside(() => import('./trace-dialog.tsx'));

/** The query parameter with the id of the row whose trace is open. */
const TRACED = 'trace';

/** Opens the trace of a row. */
export const TraceButton = ({ id }: { id: string }) => {
  const text = useText();
  return <ActionLink icon="target" label={text('trace.open')} to={useDialogHere(TRACED).addressOf(id)} />;
};

/** The same of an entry of the alert log, if a reading was its cause. */
export const EntryTraceButton = () => {
  const { id, cause } = useRecordContext<AlertLogEntry>()!;
  return cause === 'reading' ? <TraceButton id={id} /> : null;
};

/** The open trace. It belongs to the list, because its row may leave the list at any time. */
export const TraceHere = ({ of }: { of: TraceStart }) => {
  const { shownId, close } = useDialogHere(TRACED);
  return shownId !== null && <TraceDialog of={of} id={shownId} onClose={close} />;
};

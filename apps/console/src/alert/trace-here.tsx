import type { AlertLogEntry } from '@telemon/contracts/alerting/alert-log';
import { Suspense } from 'react';
import { useRecordContext } from 'react-admin';
import { useSearchParams } from 'react-router';
import { ActionLink } from '../kit/action-button.tsx';
import { lazyPart } from '../kit/lazy-part.tsx';
import { useText } from '../texts/use-text.ts';
import type { TraceStart } from './trace-dialog.tsx';

const TraceDialog = lazyPart(() => import('./trace-dialog.tsx'));

/** The query parameter with the id of the row whose trace is open. */
const TRACED = 'trace';

/** Opens the trace of a row. */
export const TraceButton = ({ id }: { id: string }) => {
  const text = useText();
  const [search] = useSearchParams();
  const opened = new URLSearchParams(search);
  opened.set(TRACED, id);
  return <ActionLink icon="target" label={text('trace.open')} to={{ search: `?${opened}` }} />;
};

/** The same of an entry of the alert log, if a reading was its cause. */
export const EntryTraceButton = () => {
  const { id, cause } = useRecordContext<AlertLogEntry>()!;
  return cause === 'reading' ? <TraceButton id={id} /> : null;
};

/** The open trace. It belongs to the list, because its row may leave the list at any time. */
export const TraceHere = ({ of }: { of: TraceStart }) => {
  const [search, setSearch] = useSearchParams();
  const id = search.get(TRACED);
  if (id === null) return null;
  const close = () =>
    setSearch((present) => {
      present.delete(TRACED);
      return present;
    });
  return (
    <Suspense fallback={null}>
      <TraceDialog of={of} id={id} onClose={close} />
    </Suspense>
  );
};

import { Skeleton } from '@mui/material';
import { useAsk } from '../data/use-ask.ts';
import { Dialog } from '../kit/dialog.tsx';
import { Failed } from '../kit/picture.tsx';
import { useText } from '../texts/use-text.ts';
import { Trace } from './trace.tsx';

const ROUTE_OF = {
  mqttLogs: 'GET /mqttLog/trace/:id',
  udpLogs: 'GET /udpLog/trace/:id',
  alertLog: 'GET /alertLog/trace/:id',
} as const;

/** The log in which a trace begins. */
export type TraceStart = keyof typeof ROUTE_OF;

interface Props {
  of: TraceStart;
  id: string;
  onClose: () => void;
}

/** The way of a message: as it arrived, what is stored of it, and the alerts and notices that followed. */
export default function TraceDialog({ of, id, onClose }: Props) {
  const text = useText();
  const { data, error, retry } = useAsk(ROUTE_OF[of], { id }, { queryKey: ['trace', of, id] });
  return (
    <Dialog title={text('trace.title')} onClose={onClose} width={640}>
      {!data && error && <Failed error={error} onRetry={retry} />}
      {!data && !error && <Skeleton variant="rectangular" height={240} />}
      {data && <Trace trace={data} />}
    </Dialog>
  );
}

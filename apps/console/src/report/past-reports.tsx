import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import type { ReportRun } from '@telemon/contracts/reporting/auto-reports';
import { useNotify } from 'react-admin';
import { ask } from '../data/ask.ts';
import { useHeldError } from '../data/held-error.ts';
import { ActionButton } from '../kit/action-button.tsx';
import { PANEL_END, Panel } from '../kit/panel.tsx';
import { Failed } from '../kit/picture.tsx';
import { ScrollTable } from '../kit/scroll-table.tsx';
import { useAct } from '../kit/use-act.ts';
import { useDownload } from '../kit/use-download.ts';
import { fileSize } from '../texts/numbers.ts';
import { dateTime } from '../texts/time.ts';
import { useText } from '../texts/use-text.ts';
import { Reason, TABLE } from './kept-files.tsx';

/** How often the list is refreshed while a report is on its way, ms. */
const WAITING_POLL_MS = 2_000;
const MOST_SHOWN = 100;

const LOOKS: Record<ReportRun['state'], object> = {
  waiting: { color: 'text.secondary' },
  sent: { color: 'text.secondary' },
  failed: { bgcolor: 'var(--firing-soft)', color: 'var(--firing)', fontWeight: 550 },
  missed: { bgcolor: 'var(--warn-soft)', color: 'var(--warn)', fontWeight: 550 },
};

const State = ({ state, isLate, reason }: ReportRun) => {
  const text = useText();
  return (
    <>
      <Chip
        size="small"
        variant="outlined"
        label={text(`report.runs.states.${isLate ? 'late' : state}`)}
        sx={LOOKS[state]}
      />
      <Reason reason={reason} />
    </>
  );
};

const Download = ({ id, dueAt }: ReportRun) => {
  const text = useText();
  const { isUnderWay, start } = useDownload({ route: 'GET /autoReport/runs/:id', parameters: { id } });
  return (
    <ActionButton
      icon="download"
      label={text('report.runs.download', { time: dateTime(dueAt) })}
      disabled={isUnderWay}
      onClick={() => void start('xlsx')}
    />
  );
};

/** The user's reports of the last 90 days with their spreadsheets, and a button for one now. */
export const PastReports = () => {
  const text = useText();
  const notify = useNotify();
  const query = useQuery({
    queryKey: ['report-runs'],
    queryFn: ({ signal }) => ask('GET /autoReport/runs', { limit: MOST_SHOWN }, signal),
    select: ({ runs }) => runs,
    refetchInterval: ({ state: { data } }) =>
      data?.runs.some(({ state }) => state === 'waiting') === true ? WAITING_POLL_MS : false,
  });
  const order = useAct({
    mutationFn: () => ask('POST /autoReport/send', {}),
    onSuccess: ({ run }) => {
      if (run.state === 'sent') notify('report.runs.sentLately', { type: 'info' });
      else notify('report.runs.ordered', { type: 'success' });
      void query.refetch();
    },
  });
  const error = useHeldError(query);
  const runs = query.data;
  return (
    <Panel title={text('report.runs.title')} isLoading={query.isPending}>
      <Box sx={{ ...PANEL_END, pt: 1.5 }}>
        <p className="quiet">{text(runs?.length === 0 ? 'report.runs.none' : 'report.runs.what')}</p>
        <Button variant="outlined" disabled={order.isPending} onClick={() => order.mutate()}>
          {text('report.runs.order')}
        </Button>
      </Box>
      {error && !runs && <Failed error={error} onRetry={() => void query.refetch()} />}
      {!runs && !error && <Skeleton variant="rectangular" height={120} sx={{ m: { xs: 2, sm: 3 } }} />}
      {runs !== undefined && runs.length > 0 && (
        <ScrollTable
          label={text('report.runs.title')}
          columns={(['due', 'period', 'state', 'sent', 'file'] as const).map((name) =>
            text(`report.runs.columns.${name}`),
          )}
          rows={runs.map((run) => [
            dateTime(run.dueAt),
            text('report.runs.period', { from: dateTime(run.from), to: dateTime(run.to) }),
            <State key="state" {...run} />,
            run.sentAt === null ? '–' : dateTime(run.sentAt),
            run.fileBytes === null ? (
              '–'
            ) : (
              <span key="file">
                {fileSize(run.fileBytes)} <Download {...run} />
              </span>
            ),
          ])}
          sx={TABLE}
        />
      )}
    </Panel>
  );
};

import { Box, Button, Chip, Skeleton } from '@mui/material';
import type { ReportRun } from '@telemon/contracts/reporting/auto-reports';
import { useNotify, useRecordContext } from 'react-admin';
import { ask } from '../data/ask.ts';
import { useAsk } from '../data/use-ask.ts';
import { Aside } from '../kit/aside.tsx';
import { ActionButton } from '../kit/action-button.tsx';
import { Column, RowActions } from '../kit/column.tsx';
import { PANEL_END, Panel } from '../kit/panel.tsx';
import { Failed } from '../kit/picture.tsx';
import { KnownRecords } from '../kit/record-rows.tsx';
import { useAct } from '../kit/use-act.ts';
import { useDownload } from '../kit/use-download.ts';
import { fileSize } from '../texts/numbers.ts';
import { dateTime } from '../texts/time.ts';
import { useText } from '../texts/use-text.ts';
import { translateMessage } from '../texts/translate.ts';

/** How often the list is refreshed while a report is on its way, ms. */
const WAITING_POLL_MS = 2_000;
const MOST_SHOWN = 100;

const LOOKS: Record<ReportRun['state'], object> = {
  waiting: { color: 'text.secondary' },
  sent: { color: 'text.secondary' },
  failed: { bgcolor: 'var(--firing-soft)', color: 'var(--firing)', fontWeight: 550 },
  missed: { bgcolor: 'var(--warn-soft)', color: 'var(--warn)', fontWeight: 550 },
};

/** Its state, with the time or the reason. */
const State = ({ state, isLate, sentAt, reason }: ReportRun) => {
  const text = useText();
  return (
    <>
      <Chip
        variant="outlined"
        label={text(`report.runs.states.${isLate ? 'late' : state}`)}
        sx={LOOKS[state]}
      />
      <Aside>{sentAt === null ? reason && translateMessage(reason) : dateTime(sentAt)}</Aside>
    </>
  );
};

const Ordered = () => <Aside>{useText()('report.runs.isAsked')}</Aside>;

const Download = () => {
  const text = useText();
  const { id, dueAt, fileBytes } = useRecordContext<ReportRun>()!;
  const { isUnderWay, start } = useDownload({ route: 'GET /autoReport/runs/:id', parameters: { id } });
  if (fileBytes === null) return null;
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
  const {
    data: runs,
    error,
    isPending,
    retry,
  } = useAsk(
    'GET /autoReport/runs',
    { limit: MOST_SHOWN },
    {
      queryKey: ['report-runs'],
      select: (answer) => answer.runs,
      refetchInterval: ({ state: { data } }) =>
        data?.runs.some(({ state }) => state === 'waiting') === true ? WAITING_POLL_MS : false,
    },
  );
  const order = useAct({
    mutationFn: () => ask('POST /autoReport/send', {}),
    onSuccess: ({ run }) => {
      if (run.state === 'sent') notify('report.runs.sentLately', { type: 'info' });
      else notify('report.runs.ordered', { type: 'success' });
      retry();
    },
  });
  return (
    <Panel title={text('report.runs.title')} isLoading={isPending}>
      <Box sx={{ ...PANEL_END, pt: 1.5 }}>
        <p className="quiet">{text(runs?.length === 0 ? 'report.runs.none' : 'report.runs.what')}</p>
        <Button disabled={order.isPending} onClick={() => order.mutate()}>
          {text('report.runs.order')}
        </Button>
      </Box>
      {error && !runs && <Failed error={error} onRetry={retry} />}
      {!runs && !error && <Skeleton variant="rectangular" height={120} sx={{ m: { xs: 2, sm: 3 } }} />}
      {runs !== undefined && runs.length > 0 && (
        <KnownRecords<ReportRun> resource="report-runs" label={text('report.runs.title')} rows={runs}>
          <Column<ReportRun>
            label="report.runs.columns.due"
            width="19%"
            onCard="title"
            render={({ dueAt, isAsked }) => (
              <>
                {dateTime(dueAt)}
                {isAsked && <Ordered />}
              </>
            )}
          />
          <Column<ReportRun>
            label="report.runs.columns.period"
            width="27%"
            sx={{ textWrap: 'balance' }}
            render={({ from, to }) => text('report.runs.period', { from: dateTime(from), to: dateTime(to) })}
          />
          <Column<ReportRun> label="report.runs.columns.state" render={(run) => <State {...run} />} />
          <Column<ReportRun>
            label="report.runs.columns.file"
            width={96}
            render={({ fileBytes }) => (fileBytes === null ? '–' : fileSize(fileBytes))}
          />
          <RowActions>
            <Download />
          </RowActions>
        </KnownRecords>
      )}
    </Panel>
  );
};

import { Box, Button, Skeleton } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import {
  Activity,
  DAYS_OF_MONTH,
  DAYS_OF_WEEK,
  Frequency,
  type AutoReport,
  type PlannedReport,
} from '@telemon/contracts/reporting/auto-reports';
import { useState, type FormEvent } from 'react';
import { useNotify } from 'react-admin';
import { ask } from '../data/ask.ts';
import { useAsk } from '../data/use-ask.ts';
import { NativeSelect } from '../kit/native-select.tsx';
import { PANEL_END, Panel } from '../kit/panel.tsx';
import { Failed, WhyItFailed } from '../kit/picture.tsx';
import { useAct } from '../kit/use-act.ts';
import { weekday } from '../texts/time.ts';
import { useText } from '../texts/use-text.ts';
import { nextRun } from './next-run.ts';

const QUERY = ['auto-report'];

const FIELDS = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(auto-fill, minmax(150px, 1fr))' },
  gap: 1.5,
  px: { xs: 2, sm: 3 },
  py: 2,
} as const;

const upTo = (last: number, first = 1): number[] =>
  Array.from({ length: last - first + 1 }, (_, place) => first + place);

const planIn = ({ autoAlert, autoEvent, frequency, day, hour }: PlannedReport): AutoReport => ({
  autoAlert,
  autoEvent,
  frequency,
  day,
  hour,
});

const PlanForm = ({ planned }: { planned: PlannedReport }) => {
  const text = useText();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const [plan, setPlan] = useState(planIn(planned));
  const save = useAct({
    mutationFn: () => ask('POST /autoReport', plan),
    done: 'report.plan.saved',
    onSuccess: (answer) => void queryClient.setQueryData(QUERY, answer),
    onError: () => notify('report.plan.failed', { type: 'error' }),
  });
  const put = (changes: Partial<AutoReport>) => setPlan({ ...plan, ...changes });
  const activities = Activity.options.map((activity) => [activity, text(`report.plan.${activity}`)] as const);
  const days =
    plan.frequency === 'Weekly'
      ? upTo(DAYS_OF_WEEK).map((day) => [day, weekday(day)] as const)
      : upTo(DAYS_OF_MONTH).map((day) => [day, String(day)] as const);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Box sx={FIELDS}>
        {(['autoAlert', 'autoEvent'] as const).map((part) => (
          <NativeSelect
            key={part}
            label={text(`report.plan.${part}`)}
            value={plan[part]}
            options={activities}
            onChange={(value) => put({ [part]: value as AutoReport['autoAlert'] })}
          />
        ))}
        <NativeSelect
          label={text('report.plan.frequency')}
          value={plan.frequency}
          options={Frequency.options.map((frequency) => [frequency, text(`report.plan.${frequency}`)])}
          onChange={(value) => put({ frequency: value as Frequency, day: 1 })}
        />
        <NativeSelect
          label={text('report.plan.day')}
          value={plan.day}
          options={days}
          onChange={(value) => put({ day: Number(value) })}
        />
        <NativeSelect
          label={text('report.plan.hour')}
          value={plan.hour}
          options={upTo(23, 0).map((hour) => [hour, text('report.plan.hours', { hour })])}
          onChange={(value) => put({ hour: Number(value) })}
        />
      </Box>
      <Box sx={PANEL_END}>
        <p className="quiet">
          {planned.nextRunAt === null
            ? text('report.plan.idle')
            : text('report.plan.next', { time: nextRun(planned.nextRunAt, planned.timeZone, text) })}{' '}
          {text('report.plan.zone', { zone: planned.timeZone })}
          {plan.frequency === 'Monthly' && plan.day > 28 && ` ${text('report.plan.shortMonth')}`}
        </p>
        {save.error && (
          <Box component="p" role="alert" sx={{ color: 'error.main' }}>
            <WhyItFailed error={save.error} />
          </Box>
        )}
        <Button type="submit" variant="contained" color="primary" disabled={save.isPending}>
          {text('form.save')}
        </Button>
      </Box>
    </form>
  );
};

/** When the user gets reports by e-mail, and about what. */
export const AutoReportConfig = () => {
  const text = useText();
  const { data, error, isPending, retry } = useAsk(
    'GET /autoReport',
    {},
    { queryKey: QUERY, select: ({ autoReport }) => autoReport },
  );
  return (
    <Panel title={text('report.plan.title')} isLoading={isPending}>
      {error && !data && <Failed error={error} onRetry={retry} />}
      {data ? (
        <PlanForm planned={data} />
      ) : (
        !error && <Skeleton variant="rectangular" height={120} sx={{ m: { xs: 2, sm: 3 } }} />
      )}
    </Panel>
  );
};

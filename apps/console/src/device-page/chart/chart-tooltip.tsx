import Paper from '@mui/material/Paper';
import { columnFormat, valueOrDash } from '../../texts/numbers.ts';
import { fullTime } from '../../texts/time.ts';
import { useText } from '../../texts/use-text.ts';
import { Measured } from '../panel.tsx';
import { ChartMark } from './chart-mark.tsx';
import { SERIES, type Point } from './points.ts';

const TOOLTIP = {
  minWidth: 200,
  p: '10px 12px',
  boxShadow: 'var(--shadow)',
  fontSize: 13,
  '& p': { mb: 0.75, color: 'text.secondary', fontSize: 12 },
  '& dl > div': { display: 'flex', justifyContent: 'space-between', gap: 3 },
  '& dt': { display: 'flex', alignItems: 'center', gap: 1 },
  '& dd': { fontWeight: 550, fontVariantNumeric: 'tabular-nums' },
};

interface Props {
  unit: string;
  active?: boolean;
  payload?: readonly { payload?: Point }[];
}

/** Every series at one instant, with the local time. */
export const ChartTooltip = ({ unit, active, payload }: Props) => {
  const text = useText();
  const point = payload?.[0]?.payload;
  if (!active || !point || point.current === null) return null;
  const format = columnFormat(SERIES.map((series) => point[series]));
  const shown = point.rain === null ? SERIES : ([...SERIES, 'rain'] as const);
  return (
    <Paper variant="outlined" sx={TOOLTIP}>
      <p>{fullTime(point.time)}</p>
      <dl>
        {shown.map((series) => (
          <div key={series}>
            <dt>
              <ChartMark series={series} width={14} height={8} />
              {text(`chart.${series}`)}
            </dt>
            <dd>
              {series === 'rain' ? (
                <Measured value={valueOrDash(point.rain)} unit="mm" />
              ) : (
                <Measured value={format(point[series])} unit={unit} />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Paper>
  );
};

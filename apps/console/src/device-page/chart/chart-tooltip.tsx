import { Box, Paper } from '@mui/material';
import type { Span } from '../../chart/axes.ts';
import { columnFormat, valueOrDash } from '../../texts/numbers.ts';
import { fullTime } from '../../texts/time.ts';
import { useText } from '../../texts/use-text.ts';
import { Measured } from '../panel.tsx';
import type { Part } from '../view.ts';
import { ChartMark } from './chart-mark.tsx';
import { colourOf, type Curve } from './curve.ts';
import type { Firing } from './marks.tsx';
import { nearest, SERIES } from './points.ts';

const TOOLTIP = {
  minWidth: 200,
  p: '10px 12px',
  boxShadow: 'var(--shadow)',
  fontSize: 13,
  '& p': { mb: 0.75, color: 'text.secondary', fontSize: 12 },
  '& p.firing': { mt: 0.75, mb: 0, color: 'var(--firing)' },
  '& dl > div': { display: 'flex', justifyContent: 'space-between', gap: 3 },
  '& dt': { display: 'flex', alignItems: 'center', gap: 1 },
  '& dd': { fontWeight: 550, fontVariantNumeric: 'tabular-nums' },
};
/** Another sensor's value counts for an instant within this share of the axis. */
const NEAR = 0.01;

interface Props {
  curves: readonly Curve[];
  firings: readonly Firing[];
  span: Span;
  isShown: (part: Part) => boolean;
  active?: boolean;
  /** The instant under the pointer. */
  label?: string | number | undefined;
}

/** Every series at one instant, with the local time and the firing alerts. */
export const ChartTooltip = ({ curves, firings, span, isShown, active, label: instant }: Props) => {
  const text = useText();
  const [chosen, ...others] = curves as [Curve, ...Curve[]];
  const time = Number(instant);
  const nearMs = (span[1] - span[0]) * NEAR;
  const values = curves.map(({ points }) => nearest(points, time, nearMs));
  if (!active || values.every((value) => value === undefined)) return null;
  const [point] = values;
  const format = columnFormat(SERIES.map((series) => point?.[series]));
  const shown = SERIES.filter((series) => series === 'current' || typeof point?.[series] === 'number');
  const fired = firings.filter(({ from, to }) => from <= time && (to ?? Infinity) >= time);
  return (
    <Paper variant="outlined" sx={TOOLTIP}>
      <p>{fullTime(time)}</p>
      <dl>
        {shown.map((series) => (
          <div key={series}>
            <dt>
              <ChartMark series={series} width={14} height={8} />
              {text(`chart.${series}`)}
            </dt>
            <dd>
              <Measured value={format(point?.[series])} unit={chosen.unit} />
            </dd>
          </div>
        ))}
        {others.map(({ sensor, name, unit }, place) => (
          <div key={sensor}>
            <dt>
              <Box component="span" sx={{ width: 14, borderTop: `2px solid ${colourOf(place + 1)}` }} />
              {name}
            </dt>
            <dd>
              <Measured value={valueOrDash(values[place + 1]?.current)} unit={unit} />
            </dd>
          </div>
        ))}
        {typeof point?.rain === 'number' && isShown('rain') && (
          <div>
            <dt>
              <ChartMark series="rain" width={14} height={8} />
              {text('chart.rain')}
            </dt>
            <dd>
              <Measured value={valueOrDash(point.rain)} unit="mm" />
            </dd>
          </div>
        )}
      </dl>
      {fired.map(({ id, label }) => (
        <p key={id} className="firing">
          {text('chart.fired', { rule: label })}
        </p>
      ))}
    </Paper>
  );
};

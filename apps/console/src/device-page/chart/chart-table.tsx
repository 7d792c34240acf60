import { Box } from '@mui/material';
import { ScrollTable } from '../../kit/scroll-table.tsx';
import { columnFormat, formatExactly } from '../../texts/numbers.ts';
import { useText } from '../../texts/use-text.ts';
import { Moment } from '../moment.tsx';
import type { Curve } from './curve.ts';
import { SERIES, thin, type Point } from './points.ts';

const MOST_ROWS = 400;
const TABLE = {
  flex: '1 1 340px',
  height: '100%',
  minHeight: 340,
  border: '1px solid var(--border)',
  borderRadius: 1,
  '& th + th, & td + td': { textAlign: 'right' },
  // Many columns: a heading names its sensor on a line of its own.
  '& .MuiTableCell-head': { py: 1, lineHeight: '16px', whiteSpace: 'pre-line', verticalAlign: 'bottom' },
};

/** All instants at which one of the curves has a point. */
const byTime = (curves: readonly Curve[]) => {
  const instants = new Map<number, (Point | undefined)[]>();
  for (const [place, { points }] of curves.entries()) {
    for (const point of thin(points, MOST_ROWS)) {
      const row = instants.get(point.time) ?? [];
      row[place] = point;
      instants.set(point.time, row);
    }
  }
  return [...instants].sort(([one], [other]) => other - one);
};

/** The chart as numbers, newest first. */
export const ChartTable = ({ curves }: { curves: readonly Curve[] }) => {
  const text = useText();
  const rows = byTime(curves);
  const [chosen, ...others] = curves as [Curve, ...Curve[]];
  const headingOf = (series: (typeof SERIES)[number]) => {
    const name = text(`chart.${series}`);
    if (series === 'current') return chosen.sensorName || name;
    return others.length === 0
      ? name
      : text('sensorLog.ofSensor', { series: name, sensor: chosen.sensorName });
  };
  const columns = [
    ...SERIES.map((series) => ({ name: headingOf(series), place: 0, series })),
    ...others.map(({ sensorName }, place) => ({
      name: sensorName,
      place: place + 1,
      series: 'current' as const,
    })),
  ];
  const values = columns.map(({ place, series }) => rows.map(([, row]) => row[place]?.[series]));
  const formats = values.map(columnFormat);
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1, minWidth: 0 }}>
      {rows.length < chosen.readings && (
        <Box component="p" sx={{ color: 'text.secondary', fontSize: 13 }}>
          {text('chart.thinned', {
            rows: formatExactly(rows.length),
            readings: formatExactly(chosen.readings),
          })}
        </Box>
      )}
      <ScrollTable
        role="region"
        label={text('chart.tableLabel')}
        className="numbers"
        sx={TABLE}
        columns={[text('chart.time'), ...columns.map(({ name }) => name)]}
        rows={rows.map(([time], row) => [
          <Moment key="time" at={time} />,
          ...formats.map((format, column) => format(values[column]![row])),
        ])}
      />
    </Box>
  );
};

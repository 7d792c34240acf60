import { ScrollTable } from '../../kit/scroll-table.tsx';
import { columnFormat } from '../../texts/numbers.ts';
import { useText } from '../../texts/use-text.ts';
import { Moment } from '../moment.tsx';
import { SERIES, thin, type Point } from './points.ts';

const MOST_ROWS = 400;
const TABLE = {
  flex: '1 1 340px',
  height: 340,
  border: '1px solid var(--border)',
  borderRadius: 1,
  '& th + th, & td + td': { textAlign: 'right' },
};

/** The chart as numbers, newest first. */
export const ChartTable = ({ points }: { points: Point[] }) => {
  const text = useText();
  const shown = thin(points, MOST_ROWS).toReversed();
  const formats = SERIES.map((series) => columnFormat(shown.map((point) => point[series])));
  return (
    <ScrollTable
      role="region"
      label={text('chart.label')}
      className="numbers"
      sx={TABLE}
      columns={[text('chart.time'), ...SERIES.map((series) => text(`chart.${series}`))]}
      rows={shown.map((point) => [
        <Moment key="time" at={point.time} />,
        ...SERIES.map((series, place) => formats[place]!(point[series])),
      ])}
    />
  );
};

import { columnFormat } from '../../texts/numbers.ts';
import { useText } from '../../texts/use-text.ts';
import tableStyles from '../../list/table.module.css';
import { Moment } from '../moment.tsx';
import { SERIES, thin, type Point } from './points.ts';
import styles from './chart-table.module.css';

const MOST_ROWS = 400;

/** The chart as numbers, newest first. */
export const ChartTable = ({ points }: { points: Point[] }) => {
  const text = useText();
  const rows = thin(points, MOST_ROWS).toReversed();
  const columns = SERIES.map((series) => ({
    series,
    format: columnFormat(rows.map((row) => row[series])),
  }));
  return (
    <div className={styles.scroll} tabIndex={0} role="region" aria-label={text('chart.label')}>
      <table className={tableStyles.table}>
        <thead>
          <tr>
            <th scope="col">{text('chart.time')}</th>
            {columns.map(({ series }) => (
              <th key={series} scope="col" className={tableStyles.numeric}>
                {text(`chart.${series}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.time}>
              <td>
                <Moment at={row.time} />
              </td>
              {columns.map(({ series, format }) => (
                <td key={series} className={tableStyles.numeric}>
                  {format(row[series])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

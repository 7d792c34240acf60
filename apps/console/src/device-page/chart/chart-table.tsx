import { valueOrDash } from '../../texts/numbers.ts';
import { dateTime, fullTime } from '../../texts/time.ts';
import { useText } from '../../texts/use-text.ts';
import tableStyles from '../../list/table.module.css';
import { thin, type Point } from './points.ts';
import styles from './chart-table.module.css';

const MOST_ROWS = 400;

/** The chart as numbers, newest first. */
export const ChartTable = ({ points }: { points: Point[] }) => {
  const text = useText();
  const rows = thin(points, MOST_ROWS).toReversed();
  return (
    <div className={styles.scroll} tabIndex={0} role="region" aria-label={text('chart.label')}>
      <table className={tableStyles.table}>
        <thead>
          <tr>
            <th scope="col">{text('chart.time')}</th>
            {(['current', 'minimum', 'maximum', 'average'] as const).map((series) => (
              <th key={series} scope="col" className={tableStyles.numeric}>
                {text(`chart.${series}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ time, current, minimum, maximum, average }) => (
            <tr key={time}>
              <td>
                <time dateTime={new Date(time).toISOString()} title={fullTime(time)}>
                  {dateTime(time)}
                </time>
              </td>
              {[current, minimum, maximum, average].map((value, index) => (
                <td key={index} className={tableStyles.numeric}>
                  {valueOrDash(value)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

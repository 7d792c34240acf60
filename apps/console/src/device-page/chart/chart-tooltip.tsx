import { columnFormat, valueOrDash } from '../../texts/numbers.ts';
import { fullTime } from '../../texts/time.ts';
import { useText } from '../../texts/use-text.ts';
import { SERIES, type Point } from './points.ts';
import styles from './chart-tooltip.module.css';

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
  return (
    <div className={styles.tooltip}>
      <p>{fullTime(point.time)}</p>
      <dl>
        {SERIES.map((series) => (
          <div key={series}>
            <dt>
              <span className={styles[series]} />
              {text(`chart.${series}`)}
            </dt>
            <dd>
              {format(point[series])} <span className="unit">{unit}</span>
            </dd>
          </div>
        ))}
        {point.rain !== null && (
          <div>
            <dt>
              <span className={styles.rain} />
              {text('chart.rain')}
            </dt>
            <dd>
              {valueOrDash(point.rain)} <span className="unit">mm</span>
            </dd>
          </div>
        )}
      </dl>
    </div>
  );
};

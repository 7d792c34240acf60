import { columnFormat, valueOrDash } from '../../texts/numbers.ts';
import { fullTime } from '../../texts/time.ts';
import { useText } from '../../texts/use-text.ts';
import styles from './chart-panel.module.css';
import { SERIES, type Point } from './points.ts';

/** The mark of a series, as it is drawn. */
export const Mark = ({ of }: { of: 'current' | 'band' | 'average' | 'setPoint' | 'rain' }) => (
  <svg width={16} height={9} className={styles.mark}>
    <path
      d={of === 'band' || of === 'rain' ? 'M0 0h16v9h-16z' : 'M0 4.5h16'}
      className={styles[of]}
      strokeWidth={2}
    />
  </svg>
);

/** Every series at one instant, with the local time. */
export const ChartTooltip = ({ unit, point }: { unit: string; point: Point }) => {
  const text = useText();
  if (point.current === null) return null;
  const format = columnFormat(SERIES.map((series) => point[series]));
  const rows = [
    ...SERIES.map((series) => [series, format(point[series]), unit] as const),
    ...(point.rain === null ? [] : [['rain', valueOrDash(point.rain), 'mm'] as const]),
  ];
  return (
    <>
      <p>{fullTime(point.time)}</p>
      <dl className={styles.tooltip}>
        {rows.map(([series, value, its]) => (
          <div key={series}>
            <dt>
              <Mark of={series === 'minimum' || series === 'maximum' ? 'band' : series} />
              {text(`chart.${series}`)}
            </dt>
            <dd>
              {value} <span className="unit">{its}</span>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
};

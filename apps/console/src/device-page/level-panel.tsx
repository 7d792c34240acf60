import type { DeviceDashboard } from '@telemon/contracts/devices/dashboards';
import type { Reading } from '@telemon/contracts/readings';
import { formatValue } from '../texts/numbers.ts';
import { nameAndUnit } from '../texts/units.ts';
import { useText } from '../texts/use-text.ts';
import { Bone } from './bone.tsx';
import { batteryPercent, fillPercent, gaugeOf } from './level.ts';
import { Panel } from './panel.tsx';
import styles from './level-panel.module.css';

const TANK_PX = 132;

const Battery = ({ volts }: { volts: number }) => {
  const text = useText();
  const charge = batteryPercent(volts);
  return (
    <>
      <dl className={styles.line}>
        <dt>{text('device.battery')}</dt>
        <dd className="numbers">
          {Math.round(charge)} <span className="unit">%</span> · {volts.toFixed(2)}{' '}
          <span className="unit">V</span>
        </dd>
      </dl>
      <div
        className={styles.gauge}
        role="meter"
        aria-label={text('device.battery')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(charge)}
      >
        <span className={styles[gaugeOf(charge)]} style={{ width: `${charge}%` }} />
      </div>
    </>
  );
};

const BatteryToCome = () => (
  <>
    <dl className={styles.line}>
      <dt>{useText()('device.battery')}</dt>
      <dd>
        <Bone width={80} />
      </dd>
    </dl>
    <div className={styles.gauge} />
  </>
);

interface Props {
  /** Undefined until it has come; the places are kept for it. */
  data: DeviceDashboard | undefined;
  readings: readonly Reading[];
}

/** The tank drawn to its level, the rain of the range, and the battery as a gauge. */
export const LevelPanel = ({ data, readings }: Props) => {
  const text = useText();
  const metaData = data?.deviceInfo.deviceMetaData;
  const lastThree = [
    ...readings.toReversed().map(({ current }) => current[0] ?? null),
    ...(data?.latestData.lastThree.map(({ TC1 }) => TC1) ?? []),
  ].slice(0, 3);
  const fill = metaData ? fillPercent(lastThree, metaData.maximumDepth) : null;
  // A tank's first sensor measures its level, in the unit of its depth.
  const { unit } = nameAndUnit(data?.sensorTypes.find(({ option }) => option === '1')?.sensorName ?? '');
  const volts =
    readings.findLast(({ battery }) => battery !== null)?.battery ?? data?.latestData.battery ?? null;
  return (
    <Panel title={text('level.title')}>
      <div className={styles.level}>
        <svg
          width={96}
          height={TANK_PX}
          viewBox={`0 0 96 ${TANK_PX}`}
          role="img"
          aria-label={
            fill === null ? text('level.unknown') : text('level.filled', { percent: Math.round(fill) })
          }
        >
          <clipPath id="tank">
            <rect x={2} y={2} width={92} height={TANK_PX - 4} rx={10} />
          </clipPath>
          <g clipPath="url(#tank)">
            <rect width={96} height={TANK_PX} className={styles.air} />
            {fill !== null && (
              <rect
                y={TANK_PX - (fill / 100) * TANK_PX}
                width={96}
                height={(fill / 100) * TANK_PX}
                className={styles.water}
              />
            )}
            {[25, 50, 75].map((mark) => (
              <path key={mark} d={`M2 ${TANK_PX * (1 - mark / 100)}h12`} className={styles.mark} />
            ))}
          </g>
          <rect x={2} y={2} width={92} height={TANK_PX - 4} rx={10} className={styles.wall} />
        </svg>
        <dl className={styles.facts}>
          <dt>{text('level.level')}</dt>
          <dd className={styles.big}>
            {fill === null ? '–' : Math.round(fill)}
            {fill !== null && <span className="unit"> %</span>}
          </dd>
          <dt>{text('level.depth')}</dt>
          <dd>
            {metaData ? formatValue(metaData.maximumDepth) : <Bone width={48} />}{' '}
            <span className="unit">{unit}</span>
          </dd>
          <dt>{text('level.application')}</dt>
          <dd>{metaData?.applicationType ?? <Bone width={64} />}</dd>
        </dl>
      </div>
      <dl className={styles.line}>
        <dt>{text('level.rain')}</dt>
        <dd className="numbers">
          {data ? formatValue(data.graphData.rainSummary) : <Bone width={32} />}{' '}
          <span className="unit">mm</span>
        </dd>
      </dl>
      {volts === null ? data === undefined && <BatteryToCome /> : <Battery volts={volts} />}
    </Panel>
  );
};

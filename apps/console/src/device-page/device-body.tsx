import type { DeviceDashboard } from '@telemon/contracts/dashboards';
import { useMemo } from 'react';
import { Button } from '../layout/button.tsx';
import { Icon } from '../layout/icon.tsx';
import { WhyItFailed } from '../list/failed.tsx';
import { useNow } from '../live/clock.ts';
import { formatValue } from '../texts/numbers.ts';
import { timeOfDay } from '../texts/time.ts';
import { nameAndUnit } from '../texts/units.ts';
import { useText } from '../texts/use-text.ts';
import { ChartPanel } from './chart/chart-panel.tsx';
import type { SetPoint } from './chart/device-chart.tsx';
import { pointOf, pointsOf, withNewer } from './chart/points.ts';
import { Intelligence } from './intelligence.tsx';
import { LevelPanel } from './level-panel.tsx';
import { axisOf, includesNow } from './range.ts';
import { useNewReadings, useRules, type DevicePageKey } from './use-device-page.ts';
import styles from './device-body.module.css';

/** The time axis is looked at this often; it moves on in larger steps. */
const AXIS_STEP_MS = 15_000;

const useSetPoints = (deviceName: string, sensor: string): SetPoint[] => {
  const rules = useRules(deviceName);
  return useMemo(() => {
    const labels = new Map<string, SetPoint>();
    for (const { sensorId, alertType, criteria } of rules ?? []) {
      if (String(sensorId) !== sensor) continue;
      for (const value of criteria.values) {
        const label = `${alertType} ${formatValue(value)}`;
        labels.set(label, { value, label });
      }
    }
    return [...labels.values()];
  }, [rules, sensor]);
};

interface Props {
  page: DevicePageKey;
  data: DeviceDashboard | undefined;
  answeredAt: number;
  isChanging: boolean;
  error: unknown;
  onRetry: () => void;
}

/** The chart with what belongs beside it. */
export const DeviceBody = ({ page, data, answeredAt, isChanging, error, onRetry }: Props) => {
  const text = useText();
  const { deviceName, sensor, range } = page;
  const now = useNow(AXIS_STEP_MS);
  const readings = useNewReadings(deviceName, answeredAt);
  const setPoints = useSetPoints(deviceName, sensor);
  const [from, to] = axisOf(range, now);
  const axis = useMemo<[number, number]>(() => [from, to], [from, to]);
  const answered = useMemo(() => (data ? pointsOf(data.graphData) : []), [data]);
  const isLive = includesNow(range, now);
  const points = useMemo(
    () =>
      isLive && !isChanging
        ? withNewer(
            answered,
            readings.map((reading) => pointOf(reading, Number(sensor))),
            axis,
          )
        : answered,
    [answered, readings, sensor, axis, isLive, isChanging],
  );

  if (!data) return <div className={styles.toCome} aria-busy="true" />;
  const { unit } = nameAndUnit(data.sensorTypes.find(({ option }) => option === sensor)?.sensorName ?? '');
  const isTank = data.deviceInfo.template === 'Ultrasonic';
  return (
    <>
      {error !== null && (
        <div className={styles.banner} role="alert">
          <Icon name="warning" />
          <span>
            <WhyItFailed error={error} /> {text('list.asOf', { time: timeOfDay(answeredAt) })}
          </span>
          <Button onClick={onRetry}>{text('list.retry')}</Button>
        </div>
      )}
      <div className={styles.body}>
        <ChartPanel
          page={page}
          points={points}
          axis={axis}
          setPoints={setPoints}
          withRain={isTank}
          unit={unit}
          isChanging={isChanging}
        />
        <aside className={styles.beside}>
          <Intelligence answered={data.intelligence} unit={unit} points={points} />
          {isTank && <LevelPanel data={data} readings={readings} />}
        </aside>
      </div>
    </>
  );
};

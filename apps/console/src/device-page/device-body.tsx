import Box from '@mui/material/Box';
import type { DeviceDashboard } from '@telemon/contracts/devices/dashboards';
import { useMemo } from 'react';
import { useNow } from '../live/clock.ts';
import { formatValue } from '../texts/numbers.ts';
import { nameAndUnit, withUnit } from '../texts/units.ts';
import { useText } from '../texts/use-text.ts';
import { ChartPanel } from './chart/chart-panel.tsx';
import type { SetPoint } from './chart/device-chart.tsx';
import { pointOf, pointsOf, withNewer } from './chart/points.ts';
import { FirstReading } from './first-reading.tsx';
import { Intelligence } from './intelligence.tsx';
import { LevelPanel } from './level-panel.tsx';
import { axisOf, includesNow } from './range.ts';
import { useIsTank, useNewReadings, usePresent, useRules, type DevicePageKey } from './use-device-page.ts';

const BODY = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 280px' },
  gap: 2,
};
const BESIDE = {
  display: { xs: 'grid', lg: 'flex' },
  gridTemplateColumns: 'repeat(auto-fit, minmax(260px, 1fr))',
  flexDirection: 'column',
  gap: 2,
  minWidth: 0,
  '& > :last-child': { flex: 1 },
};

/** The time axis is looked at this often; it moves on in larger steps. */
const AXIS_STEP_MS = 15_000;

const useSetPoints = (deviceName: string, sensor: string, unit: string): SetPoint[] => {
  const rules = useRules(deviceName);
  return useMemo(() => {
    const ofSensor = (rules ?? []).filter(({ sensorId }) => String(sensorId) === sensor);
    const setPoints = ofSensor.flatMap(({ alertType, criteria }) =>
      criteria.values.map((value) => ({
        value,
        label: `${alertType} ${withUnit(formatValue(value), unit)}`,
      })),
    );
    return [...new Map(setPoints.map((setPoint) => [setPoint.label, setPoint])).values()];
  }, [rules, sensor, unit]);
};

interface Props {
  page: DevicePageKey;
  /** Undefined until it has come; the places are kept for it. */
  data: DeviceDashboard | undefined;
  answeredAt: number;
  isChanging: boolean;
}

/** The chart with what belongs beside it. */
export const DeviceBody = ({ page, data, answeredAt, isChanging }: Props) => {
  const text = useText();
  const { deviceName, sensor, range } = page;
  const now = useNow(AXIS_STEP_MS);
  const isTank = useIsTank(deviceName, data);
  const present = usePresent(data, deviceName, answeredAt);
  const readings = useNewReadings(deviceName, answeredAt);
  const { unit } = nameAndUnit(data?.sensorTypes.find(({ option }) => option === sensor)?.sensorName ?? '');
  const setPoints = useSetPoints(deviceName, sensor, unit);
  const [from, to] = axisOf(range, now);
  const axis = useMemo<[number, number]>(() => [from, to], [from, to]);
  const answered = useMemo(() => data && pointsOf(data.graphData), [data]);
  const isLive = includesNow(range, now);
  const points = useMemo(
    () =>
      answered && isLive && !isChanging
        ? withNewer(
            answered,
            readings.map((reading) => pointOf(reading, Number(sensor))),
            axis,
          )
        : answered,
    [answered, readings, sensor, axis, isLive, isChanging],
  );
  return (
    <Box sx={BODY}>
      <ChartPanel
        page={page}
        points={points}
        axis={axis}
        setPoints={setPoints}
        withRain={isTank}
        unit={unit}
        isFiring={present !== undefined && present.status !== 0}
        isChanging={isChanging}
        why={
          present?.lastUpdated === null ? <FirstReading deviceName={deviceName} /> : text('chart.noneWhat')
        }
      />
      <Box component="aside" sx={BESIDE}>
        <Intelligence answered={data?.intelligence} unit={unit} points={points ?? []} />
        {isTank && <LevelPanel data={data} readings={readings} />}
      </Box>
    </Box>
  );
};

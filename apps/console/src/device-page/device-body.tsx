import { Box } from '@mui/material';
import { useMemo } from 'react';
import { ruleInShort, ruleOf, typeWithSetPoint } from '../alert/rule-words.ts';
import type { Span } from '../chart/axes.ts';
import { useNow } from '../live/clock.ts';
import { formatValue } from '../texts/numbers.ts';
import { withUnit } from '../texts/units.ts';
import { useText } from '../texts/use-text.ts';
import { ChartPanel, ChartToCome } from './chart/chart-panel.tsx';
import type { Curve } from './chart/curve.ts';
import type { Firing, SetPoint } from './chart/marks.tsx';
import { Connection } from './connection.tsx';
import { FirstReading } from './first-reading.tsx';
import { Intelligence } from './intelligence.tsx';
import { LastReading } from './last-reading.tsx';
import { LevelPanel } from './level-panel.tsx';
import { axisOf } from './range.ts';
import { useCurves } from './use-curves.ts';
import { useDeviceAddress } from './use-device-address.ts';
import {
  useFiringsIn,
  useIsTank,
  useNewReadings,
  usePresent,
  useRules,
  type Standing,
} from './use-device-page.ts';

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

const useSetPoints = (deviceName: string, { sensor, unit }: Curve): SetPoint[] => {
  const text = useText();
  const rules = useRules(deviceName);
  return useMemo(() => {
    const ofSensor = (rules ?? []).filter(({ sensorId }) => String(sensorId) === sensor);
    const setPoints = ofSensor.flatMap((rule) =>
      rule.criteria.values.map((value) => ({
        value,
        label: typeWithSetPoint(rule, withUnit(formatValue(value), unit), text),
      })),
    );
    return [...new Map(setPoints.map((setPoint) => [setPoint.label, setPoint])).values()];
  }, [rules, sensor, unit, text]);
};

/** The firings of the drawn sensors in the visible part of the time axis. */
const useFirings = (deviceName: string, curves: readonly Curve[], span: Span): Firing[] => {
  const text = useText();
  const entries = useFiringsIn(deviceName, span);
  return useMemo(
    () =>
      entries.flatMap((entry) => {
        const { id, sensorId, triggeredAt, clearedAt } = entry;
        const rule = ruleOf(entry);
        if (rule === null || !curves.some(({ sensor }) => sensor === String(sensorId))) return [];
        const to = clearedAt === null ? null : Date.parse(clearedAt);
        return [{ id, from: Date.parse(triggeredAt), to, label: ruleInShort(rule, text) }];
      }),
    [entries, curves, text],
  );
};

interface Props {
  standing: Standing;
  isChanging: boolean;
}

const Body = ({ standing, isChanging }: Props) => {
  const { data, page, answeredAt } = standing;
  const { deviceName, range, zoom } = page;
  const { also } = useDeviceAddress().view;
  const now = useNow(AXIS_STEP_MS);
  const present = usePresent(data, deviceName, answeredAt);
  const fresh = useNewReadings(deviceName, answeredAt);
  const isTank = useIsTank(deviceName, data);
  const [first, last] = axisOf(range, now);
  const [from, to] = zoom ?? [first, last];
  const span = useMemo<Span>(() => [from, to], [from, to]);
  const { curves, intelligence, error } = useCurves(standing, also, fresh, span);
  const [chosen] = curves as [Curve];
  const setPoints = useSetPoints(deviceName, chosen);
  const firings = useFirings(deviceName, curves, span);
  const hasRain = isTank || data.graphData.rainData.some((rain) => rain !== null);
  return (
    <Box sx={BODY}>
      <ChartPanel
        {...{ page, curves, span, setPoints, firings, error, isChanging }}
        whole={[first, last]}
        sensors={data.sensorTypes}
        average={intelligence?.summary.average ?? null}
        withRain={isTank}
        isFiring={present !== undefined && present.status !== 0}
        why={
          present?.lastUpdated === null ? (
            <FirstReading deviceName={deviceName} />
          ) : (
            <LastReading data={data} />
          )
        }
      />
      <Box component="aside" sx={BESIDE}>
        <Intelligence
          answered={intelligence}
          unit={chosen.unit}
          points={chosen.points}
          rain={hasRain && !isTank ? data.graphData.rainSummary : null}
        />
        {isTank && <LevelPanel data={data} readings={fresh} />}
        <Connection presence={data.deviceInfo.presence} />
      </Box>
    </Box>
  );
};

/** The chart and the panels beside it; placeholders while they load. */
export const DeviceBody = ({
  deviceName,
  standing,
  isChanging,
}: Omit<Props, 'standing'> & { deviceName: string; standing: Standing | null }) => {
  const isTank = useIsTank(deviceName, standing?.data);
  if (standing !== null) return <Body standing={standing} isChanging={isChanging} />;
  return (
    <Box sx={BODY}>
      <ChartToCome />
      <Box component="aside" sx={BESIDE}>
        <Intelligence answered={undefined} unit="" points={[]} rain={null} />
        {isTank && <LevelPanel data={undefined} readings={[]} />}
        <Connection presence={undefined} />
      </Box>
    </Box>
  );
};

import { Box, LinearProgress, Skeleton } from '@mui/material';
import type { DeviceDashboard } from '@telemon/contracts/devices/dashboards';
import type { Reading } from '@telemon/contracts/readings';
import { formatValue, formatVolts } from '../texts/numbers.ts';
import { nameAndUnit } from '../texts/units.ts';
import { useText } from '../texts/use-text.ts';
import { LastImages } from './images/last-images.tsx';
import { GAUGE_COLOURS, badLevelOf, batteryPercent, fillPercent, gaugeOf } from './level.ts';
import { rowOf, withNewRows } from './log-rows.ts';
import { Facts, Measured, Panel } from './panel.tsx';
import { useBattery } from './use-device-page.ts';

const TANK_PX = 132;
/** The number of readings that a level is made of. */
const OF_LEVEL = 3;
const LEVEL = {
  display: 'grid',
  gridTemplateColumns: '96px minmax(0, 1fr)',
  alignItems: 'center',
  gap: 2,
  mb: 1,
  // A long word of another language takes a line of its own.
  '& dl > div': { flexWrap: 'wrap' },
  '& dd': { ml: 'auto' },
};
const BAD = { display: 'block', color: 'var(--firing)', fontSize: 12, fontWeight: 600 } as const;

/** A tank filled to its level, red while that is bad; null before the level is known. */
const Tank = ({ fill, isBad }: { fill: number | null; isBad: boolean }) => {
  const text = useText();
  const high = ((fill ?? 0) / 100) * TANK_PX;
  const name = fill === null ? text('level.unknown') : text('level.filled', { percent: Math.round(fill) });
  const wall = { x: 2, y: 2, width: 92, height: TANK_PX - 4, rx: 10 };
  return (
    <svg width={96} height={TANK_PX} viewBox={`0 0 96 ${TANK_PX}`} role="img" aria-label={name}>
      <clipPath id="tank">
        <rect {...wall} />
      </clipPath>
      <g clipPath="url(#tank)">
        <rect width={96} height={TANK_PX} fill="var(--sunken)" />
        <rect
          y={TANK_PX - high}
          width={96}
          height={high}
          fill={isBad ? 'var(--firing-solid)' : 'var(--chart-rain)'}
          style={{ transition: '400ms ease-out' }}
        />
        {[25, 50, 75].map((mark) => (
          <path key={mark} d={`M2 ${TANK_PX * (1 - mark / 100)}h12`} stroke="var(--text-faint)" />
        ))}
      </g>
      <rect {...wall} fill="none" stroke="var(--border-strong)" strokeWidth={2} />
    </svg>
  );
};

const Gauge = ({ charge }: { charge: number }) => (
  <LinearProgress
    role="meter"
    aria-label={useText()('device.battery')}
    variant="determinate"
    value={Math.round(charge)}
    sx={{
      height: 8,
      borderRadius: 4,
      bgcolor: 'var(--sunken)',
      '& > span': { bgcolor: GAUGE_COLOURS[gaugeOf(charge)] },
    }}
  />
);

interface Props {
  /** Undefined while it loads; its space is kept. */
  data: DeviceDashboard | undefined;
  readings: readonly Reading[];
}

/** The tank drawn to its level, the rain of the range, the battery as a gauge, and its last images. */
export const LevelPanel = ({ data, readings }: Props) => {
  const text = useText();
  const metaData = data?.deviceInfo.deviceMetaData;
  const answered = data?.latestData.lastThree ?? [];
  const fresh = readings.slice(-OF_LEVEL).toReversed().map(rowOf);
  const lastThree = withNewRows({ data: answered }, fresh, OF_LEVEL, '').data.map(({ TC1 }) => TC1);
  const fill = metaData ? fillPercent(lastThree, metaData) : null;
  const bad = metaData ? badLevelOf(fill, metaData.applicationType) : null;
  // A tank's first sensor measures its level, in the unit of its depth.
  const { unit } = nameAndUnit(data?.sensorTypes.find(({ option }) => option === '1')?.sensorName ?? '');
  const volts = useBattery(data) ?? null;
  const charge = volts === null ? null : batteryPercent(volts);
  return (
    <Panel title={text('level.title')}>
      <Box sx={LEVEL}>
        <Tank fill={fill} isBad={bad !== null} />
        <Facts
          facts={[
            [
              text('level.level'),
              <strong key="fill">
                {fill === null ? '–' : <Measured value={String(Math.round(fill))} unit="%" />}
                {bad !== null && (
                  <Box component="span" sx={BAD}>
                    {text(`level.${bad}`)}
                  </Box>
                )}
              </strong>,
            ],
            [
              text('level.depth'),
              <Measured key="depth" value={metaData && formatValue(metaData.maximumDepth)} unit={unit} />,
            ],
            [
              text('level.application'),
              metaData ? (
                text(`enumerated.applicationType.${metaData.applicationType}`)
              ) : (
                <Skeleton key="type" width={48} />
              ),
            ],
          ]}
        />
      </Box>
      <Facts
        facts={[
          [
            text('level.rain'),
            <Measured key="rain" value={data && formatValue(data.graphData.rainSummary)} unit="mm" />,
          ],
          ...(volts === null && data !== undefined
            ? []
            : [
                [
                  text('device.battery'),
                  <>
                    <Measured value={charge === null ? undefined : String(Math.round(charge))} unit="%" />
                    {volts !== null && ' · '}
                    {volts !== null && <Measured value={formatVolts(volts)} unit="V" />}
                  </>,
                ] as const,
              ]),
        ]}
      />
      {charge !== null && <Gauge charge={charge} />}
      <LastImages data={data} />
    </Panel>
  );
};

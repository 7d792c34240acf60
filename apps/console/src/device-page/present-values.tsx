import { Box, Skeleton } from '@mui/material';
import type { DeviceDashboard } from '@telemon/contracts/devices/dashboards';
import { usePresentValues, type WithValues } from '../state/sensor-values.ts';
import { valueOrDash } from '../texts/numbers.ts';
import { useText } from '../texts/use-text.ts';
import { Measured } from './panel.tsx';

const VALUES = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: '4px 28px',
  minHeight: 50,
  m: 0,
  p: 0,
  listStyle: 'none',
  fontVariantNumeric: 'tabular-nums',
  '& li': { minWidth: 0, maxWidth: '100%' },
  '& strong': { display: 'block', fontSize: 26, lineHeight: '30px', fontWeight: 650 },
  '& li > span': {
    display: 'block',
    overflow: 'hidden',
    color: 'text.secondary',
    fontSize: 12,
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
} as const;

/** The sensors of a device's page with the newest value of each channel. */
const withValuesOf = ({ deviceInfo, latestData, sensorTypes }: DeviceDashboard): WithValues => {
  const { TC1, TC2, TC3, TC4, timestamp } = latestData;
  return {
    deviceName: deviceInfo.deviceName,
    sensors: sensorTypes.map(({ sensorName }) => sensorName),
    channels: sensorTypes.map(({ option }) => Number(option) - 1),
    present: { current: [TC1, TC2, TC3, TC4] },
    ...(timestamp !== null && { newestTimestamp: Date.parse(timestamp) }),
  };
};

const Values = ({ data, answeredAt }: { data: DeviceDashboard; answeredAt: number }) => {
  const { values } = usePresentValues({ ...data.deviceInfo, ...withValuesOf(data), answeredAt });
  return values.map(({ name, unit, value, channel }) => (
    <li key={channel}>
      <strong>
        <Measured value={valueOrDash(value)} unit={unit} />
      </strong>
      <span title={name}>{name}</span>
    </li>
  ));
};

interface Props {
  /** undefined while it loads; its space is kept. */
  data: DeviceDashboard | undefined;
  answeredAt: number;
}

/** The newest value of each sensor, independent of the chart. */
export const PresentValues = ({ data, answeredAt }: Props) => {
  const text = useText();
  return (
    <Box component="ul" aria-label={text('device.present')} sx={VALUES}>
      {data ? (
        <Values data={data} answeredAt={answeredAt} />
      ) : (
        <li>
          <Skeleton width={96} height={50} />
        </li>
      )}
    </Box>
  );
};

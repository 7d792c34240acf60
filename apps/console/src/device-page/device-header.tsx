import { Box, Skeleton } from '@mui/material';
import type { DeviceDashboard } from '@telemon/contracts/devices/dashboards';
import { hasDepth } from '@telemon/contracts/devices/devices';
import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useFiringWords } from '../alert/firing-words.ts';
import { stateOf } from '@telemon/contracts/devices/device-states';
import { DevicePicker } from '../device/device-picker.tsx';
import { LateChip, RateChip, UnauthenticatedChip } from '../device/warning-chips.tsx';
import { SilentChip } from '../state/silent-chip.tsx';
import { StateChip } from '../state/state-chip.tsx';
import { devicePath } from '../data/pages.ts';
import { TimeAgo } from '../kit/time-ago.tsx';
import { formatValue, formatVolts } from '../texts/numbers.ts';
import { useText } from '../texts/use-text.ts';
import { BatteryIcon } from './battery-icon.tsx';
import { Fact, Measured } from './panel.tsx';
import { TestChip } from './test-chip.tsx';
import { useBattery, useFirings, useIsTest, usePresent } from './use-device-page.ts';
import { WeatherBlock } from './weather-block.tsx';

const LINE = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px 16px' } as const;
const PICKER = {
  width: { xs: '100%', sm: 'min(260px, 100%)' },
  '&& input': { height: 24, fontSize: 16, fontWeight: 650, letterSpacing: '-0.01em' },
};
const FACTS = {
  ...LINE,
  gap: '4px 20px',
  width: { xs: '100%', sm: 'auto' },
  ml: { lg: 'auto' },
  fontVariantNumeric: 'tabular-nums',
  '& div': { ...LINE, gap: 0.75 },
  '& dd': { ...LINE, gap: 0.5 },
  '& dt': { color: 'var(--text-faint)' },
};

/** The query parameters that don't apply to another device. */
const OF_ONE_DEVICE = ['sensor', 'with', 'hide', 'criteria', 'message'];

interface Props {
  deviceName: string;
  /** Undefined while it loads; its space is kept. */
  data: DeviceDashboard | undefined;
  answeredAt: number;
}

/** The state in words; a firing device can be silent too. */
const State = ({ deviceName, data, answeredAt }: Props) => {
  const text = useText();
  const rule = useFiringWords(useFirings(deviceName));
  const present = usePresent(data, deviceName, answeredAt);
  if (!present) return <Skeleton width={120} height={24} />;
  const state = stateOf(present);
  return (
    <>
      {state !== 'silent' && (
        <StateChip state={state} solid={state === 'firing'}>
          {state === 'firing' && rule !== null ? text('device.firing', { rule }) : text(`states.${state}`)}
        </StateChip>
      )}
      <SilentChip silentSince={present.silentSince} />
    </>
  );
};

const Facts = ({ deviceName, data, answeredAt }: Props) => {
  const text = useText();
  const lastUpdated = usePresent(data, deviceName, answeredAt)?.lastUpdated;
  const isTest = useIsTest(data, deviceName, answeredAt);
  const battery = useBattery(data);
  const { IMEI: imei, RSSI, SIMID } = data?.deviceInfo.metaData ?? {};
  return (
    <Box component="dl" sx={FACTS}>
      <Fact name={text('device.name')} isHidden>
        <span className="quiet">{deviceName}</span>
      </Fact>
      <Fact name={text('device.updated')}>
        {lastUpdated === undefined && <Skeleton width={64} />}
        {lastUpdated === null && text('home.card.notReported')}
        {typeof lastUpdated === 'number' && <TimeAgo at={lastUpdated} precise />}
        {isTest && <TestChip />}
      </Fact>
      {battery !== null && (
        <Fact name={text('device.battery')}>
          {battery === undefined ? (
            <Skeleton width={80} />
          ) : (
            <>
              <Measured value={formatVolts(battery)} unit="V" /> <BatteryIcon volts={battery} />
            </>
          )}
        </Fact>
      )}
      {typeof RSSI === 'number' && (
        <Fact name={text('device.signal')}>
          <Measured value={formatValue(RSSI)} unit="dBm" />
        </Fact>
      )}
      {SIMID && <Fact name={text('device.sim')}>{SIMID}</Fact>}
      {data && hasDepth(data.deviceInfo.template) && (
        <Fact name={text('device.imei')}>{!imei || imei === '0' ? '-' : imei}</Fact>
      )}
    </Box>
  );
};

/** The device's name and state, its sensors, last reading, battery and weather. */
export const DeviceHeader = ({ children, ...props }: Props & { children: ReactNode }) => {
  const { deviceName, data, answeredAt } = props;
  const navigate = useNavigate();
  const { search } = useLocation();
  const goTo = (name: string) => {
    if (name === deviceName) return;
    const next = new URLSearchParams(search);
    for (const ofThisDevice of OF_ONE_DEVICE) next.delete(ofThisDevice);
    void navigate({ pathname: devicePath(name), search: next.toString() });
  };
  return (
    <Box component="header" sx={{ ...LINE, minHeight: 40 }}>
      <Box sx={PICKER}>
        <DevicePicker value={deviceName} onChange={goTo} />
      </Box>
      <State {...props} />
      {data?.deviceInfo.beyondRate && <RateChip />}
      {data?.deviceInfo.unauthenticated && <UnauthenticatedChip />}
      {data && <LateChip device={data.deviceInfo} />}
      {children}
      <Facts {...props} />
      {data?.weather.enabled && (
        <WeatherBlock deviceName={deviceName} told={data.weather} toldAt={answeredAt} />
      )}
    </Box>
  );
};

import { Box } from '@mui/material';
import type { FloorDevice } from '@telemon/contracts/devices/devices';
import { useMemo } from 'react';
import { useMap } from 'react-leaflet';
import { statusOf } from '../data/refusal.ts';
import { DeviceLink } from '../kit/device-link.tsx';
import { usePresentValues, valueWords } from '../state/sensor-values.ts';
import { SilentChip, useSilence } from '../state/silent-chip.tsx';
import { StateChip } from '../state/state-chip.tsx';
import { useStates } from '../state/use-states.ts';
import { StaleBanner } from '../kit/stale-banner.tsx';
import { TimeAgo } from '../kit/time-ago.tsx';
import type { Pinned } from '../map/pinned.ts';
import { PinMarker } from '../map/pin-marker.tsx';
import { pinIcon } from '../map/pin.ts';
import { Pins } from '../map/pins.tsx';
import { useText } from '../texts/use-text.ts';
import { NoPlan } from './no-plan.tsx';
import { PlanMap } from './plan-map.tsx';
import { PlanPins } from './plan-pins.ts';
import { pointOf } from './plan-place.ts';
import { useDevicesOnFloor, useFloor } from './use-plan.ts';

type PlacedDevice = FloorDevice & Pinned & { answeredAt: number };

const CARD = {
  display: 'grid',
  gap: '6px',
  minWidth: 190,
  p: '12px 36px 12px 14px',
  '& h3 a': { color: 'var(--accent)' },
} as const;

interface DevicePinProps {
  device: PlacedDevice;
  isMeant?: boolean;
}

/** A device's pin with its first value and its current state; its popup links to the device's page. */
const DevicePin = ({ device, isMeant = false }: DevicePinProps) => {
  const text = useText();
  const { deviceName, deviceAlias: alias, state } = device;
  const { lastUpdated, silentSince, values } = usePresentValues(device);
  const silence = useSilence(silentSince);
  const isSilentToo = state === 'firing' && silence !== null;
  const value = valueWords(values[0]);
  const icon = useMemo(
    () => pinIcon(state, { value, isMeant, isSilentToo }),
    [state, value, isMeant, isSilentToo],
  );
  const shown = state === 'silent' && silence !== null ? silence : text(`states.${state}`);
  const words = [shown, isSilentToo && silence, value].filter(Boolean).join(', ');
  return (
    <PinMarker
      position={device}
      icon={icon}
      title={text(isMeant ? 'resources.floor.plan.pinMeant' : 'resources.floor.plan.pin', {
        alias,
        state: words,
      })}
      zIndexOffset={isMeant ? 2000 : state === 'firing' ? 1000 : 0}
    >
      <Box sx={CARD}>
        <Box component="h3" sx={{ fontSize: 14 }}>
          <DeviceLink deviceName={deviceName}>{alias}</DeviceLink>
        </Box>
        {state !== 'silent' && <StateChip state={state}>{text(`states.${state}`)}</StateChip>}
        <SilentChip silentSince={silentSince} />
        <p className="quiet">
          {lastUpdated === null ? (
            text('home.card.notReported')
          ) : (
            <>
              {text('device.updated')} <TimeAgo at={lastUpdated} />
            </>
          )}
        </p>
      </Box>
    </PinMarker>
  );
};

/** The pins of a plan, overlapping ones grouped; the `meant` device always has its own. */
const DevicePins = ({ devices, meant }: { devices: readonly PlacedDevice[]; meant: string | undefined }) => {
  const map = useMap();
  const own = devices.find(({ key }) => key === meant);
  const others = useMemo(() => devices.filter(({ key }) => key !== meant), [devices, meant]);
  const index = useMemo(() => new PlanPins(others, (zoom) => map.options.crs!.scale(zoom)), [map, others]);
  return (
    <>
      <Pins
        index={index}
        one={(device) => <DevicePin key={device.key} device={device} />}
        listed={({ deviceName, deviceAlias }) => (
          <DeviceLink deviceName={deviceName}>{deviceAlias}</DeviceLink>
        )}
        groupText="home.cluster.devices"
      />
      {own && <DevicePin key={own.key} device={own} isMeant />}
    </>
  );
};

interface Props {
  floorId: string;
  /** The name of the highlighted device; its pin has a ring. */
  meant?: string | undefined;
  /** Whether the wheel zooms; false in a scrolling page. */
  wheel?: boolean;
}

/**
 * A floor's plan with its devices, live: `<PlanView floorId={floorId} />` fills its container, which sets the height. Zooms to a
 * single device; several are shown on the whole plan. Includes Leaflet: load it by `lazy`.
 */
export default function PlanView({ floorId, meant, wheel }: Props) {
  const text = useText();
  const plan = useFloor(floorId);
  const onFloor = useDevicesOnFloor(floorId);
  const states = useStates(onFloor.devices, onFloor.answeredAt);
  const { answeredAt } = onFloor;
  const devices = useMemo(
    () =>
      onFloor.devices?.flatMap((device): PlacedDevice[] => {
        const state = states.get(device.deviceName);
        if (state === undefined || !plan.floor) return [];
        const [lat, lng] = pointOf(device.floorData, plan.floor);
        return [{ ...device, key: device.deviceName, lat, lng, state, answeredAt }];
      }),
    [onFloor.devices, answeredAt, states, plan.floor],
  );
  const error = plan.error ?? onFloor.error;
  const { floor } = plan;
  // A floor deleted meanwhile (404) is not shown either.
  if (floor === undefined || devices === undefined || statusOf(error) === 404)
    return error && <NoPlan error={error} onRetry={plan.error ? plan.retry : onFloor.retry} />;
  const [only] = onFloor.devices?.length === 1 ? onFloor.devices : [];
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', height: '100%' }}>
      {onFloor.error && <StaleBanner error={onFloor.error} asOf={answeredAt} onRetry={onFloor.retry} />}
      <PlanMap
        key={floorId}
        plan={floor}
        label={text('resources.floor.plan.label', { floor: floor.floorName, building: floor.buildingName })}
        closeTo={only?.floorData}
        onLost={plan.retry}
        {...(wheel !== undefined && { wheel })}
      >
        <DevicePins devices={devices} meant={meant} />
      </PlanMap>
    </Box>
  );
}

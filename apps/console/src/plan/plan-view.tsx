import type { FloorDevice } from '@telemon/contracts/devices/devices';
import type { z } from 'zod';
import { useMemo } from 'react';
import { useMap } from 'react-leaflet';
import { statusOf } from '../data/refusal.ts';
import { DeviceLink } from '../devices/device-link.tsx';
import { presentOf } from '../devices/present-state.ts';
import { StateChip } from '../devices/state-chip.tsx';
import { useStates } from '../devices/use-states.ts';
import { Failed } from '../list/failed.tsx';
import { Picture } from '../list/picture.tsx';
import { StaleBanner } from '../list/stale-banner.tsx';
import { TimeAgo } from '../list/time-ago.tsx';
import { useLiveDevice } from '../live/live-context.ts';
import type { Pinned } from '../map/pin-index.ts';
import { PinMarker } from '../map/pin-marker.tsx';
import { pinIcon } from '../map/pin.ts';
import { Pins } from '../map/pins.tsx';
import { useText } from '../texts/use-text.ts';
import { PlanMap } from './plan-map.tsx';
import { PlanPins } from './plan-pins.ts';
import { pointOf } from './plan-place.ts';
import { useDevicesOnFloor, useFloor } from './use-plan.ts';
import styles from './plan-view.module.css';

type DeviceOnFloor = z.infer<typeof FloorDevice>;
type StandingDevice = DeviceOnFloor & Pinned;

const LastUpdated = ({ device, answeredAt }: { device: DeviceOnFloor; answeredAt: number }) => {
  const text = useText();
  const { lastUpdated } = presentOf({ ...device, answeredAt }, useLiveDevice(device.deviceName));
  return (
    <p className="quiet">
      {lastUpdated === null ? (
        text('home.card.notReported')
      ) : (
        <>
          {text('device.updated')} <TimeAgo at={lastUpdated} />
        </>
      )}
    </p>
  );
};

interface DevicePinProps {
  device: StandingDevice;
  answeredAt: number;
  isMeant?: boolean;
}

/** A device where it stands, in its present state; pressed, it says that in words, and leads to its page. */
const DevicePin = ({ device, answeredAt, isMeant = false }: DevicePinProps) => {
  const text = useText();
  const { deviceName, deviceAlias: alias, state } = device;
  const word = text(`states.${state}`);
  return (
    <PinMarker
      position={device}
      icon={pinIcon(state, isMeant)}
      title={text(isMeant ? 'plan.pinMeant' : 'plan.pin', { alias, state: word })}
      zIndexOffset={isMeant ? 2000 : state === 'firing' ? 1000 : 0}
    >
      <div className={styles.card}>
        <h3>
          <DeviceLink deviceName={deviceName}>{alias}</DeviceLink>
        </h3>
        <StateChip state={state}>{word}</StateChip>
        <LastUpdated device={device} answeredAt={answeredAt} />
      </div>
    </PinMarker>
  );
};

/** The devices of a plan: those that would lie on each other as one; the one that is meant always for itself. */
const DevicePins = ({
  devices,
  answeredAt,
  meant,
}: {
  devices: readonly StandingDevice[];
  answeredAt: number;
  meant: string | undefined;
}) => {
  const map = useMap();
  const own = devices.find(({ key }) => key === meant);
  const others = useMemo(() => devices.filter(({ key }) => key !== meant), [devices, meant]);
  const index = useMemo(() => new PlanPins(others, (zoom) => map.options.crs!.scale(zoom)), [map, others]);
  return (
    <>
      <Pins
        places={others}
        index={index}
        one={(device) => <DevicePin key={device.key} device={device} answeredAt={answeredAt} />}
        listed={({ deviceName, deviceAlias }) => (
          <DeviceLink deviceName={deviceName}>{deviceAlias}</DeviceLink>
        )}
        groupText="home.cluster"
      />
      {own && <DevicePin key={own.key} device={own} answeredAt={answeredAt} isMeant />}
    </>
  );
};

interface Props {
  floorId: string;
  /** The name of the device that is meant among those that stand there: it has a ring around it. */
  meant?: string | undefined;
  /** Whether the wheel zooms at once: not where the page around it is scrolled. */
  wheel?: boolean;
}

/**
 * A floor's plan with its devices, live: `<PlanView floorId={floorId} />` fills what it stands in, which gives the height.
 * Several devices are shown on the whole plan, a single one close by. It brings a map along: load it by `lazy`.
 */
export default function PlanView({ floorId, meant, wheel }: Props) {
  const text = useText();
  const plan = useFloor(floorId);
  const standing = useDevicesOnFloor(floorId);
  const states = useStates(standing.devices, standing.answeredAt);
  const devices = useMemo(
    () =>
      standing.devices?.flatMap((device): StandingDevice[] => {
        const state = states.get(device.deviceName);
        if (state === undefined || !plan.floor) return [];
        const [lat, lng] = pointOf(device.floorData, plan.floor);
        return [{ ...device, key: device.deviceName, lat, lng, state }];
      }),
    [standing.devices, states, plan.floor],
  );
  const error = plan.error ?? standing.error;
  // One that was deleted while it was looked at, too.
  if (statusOf(error) === 404)
    return <Picture icon="search" title={text('plan.unknown')} what={text('plan.unknownWhat')} />;
  if (plan.floor === undefined || devices === undefined) {
    const retry = plan.error ? plan.retry : standing.retry;
    return error && <Failed error={error} onRetry={retry} />;
  }
  const { floor } = plan;
  const [only] = standing.devices?.length === 1 ? standing.devices : [];
  return (
    <div className={styles.view}>
      {standing.error && (
        <StaleBanner flush error={standing.error} asOf={standing.answeredAt} onRetry={standing.retry} />
      )}
      <PlanMap
        key={floorId}
        plan={floor}
        label={text('plan.label', { floor: floor.floorName, building: floor.buildingName })}
        closeTo={only?.floorData}
        onLost={plan.retry}
        className={styles.plan}
        {...(wheel !== undefined && { wheel })}
      >
        <DevicePins devices={devices} answeredAt={standing.answeredAt} meant={meant} />
      </PlanMap>
    </div>
  );
}

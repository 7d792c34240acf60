import type { FloorDevice } from '@telemon/contracts/devices';
import type { z } from 'zod';
import { statusOf } from '../data/refusal.ts';
import { DeviceLink } from '../devices/device-link.tsx';
import { stateOf } from '../devices/device-state.ts';
import { presentOf } from '../devices/present-state.ts';
import { StateChip } from '../devices/state-chip.tsx';
import { Failed } from '../list/failed.tsx';
import { Picture } from '../list/picture.tsx';
import { StaleBanner } from '../list/stale-banner.tsx';
import { TimeAgo } from '../list/time-ago.tsx';
import { useNow } from '../live/clock.ts';
import { useLiveDevice } from '../live/live-context.ts';
import { PinMarker } from '../map/pin-marker.tsx';
import { pinIcon } from '../map/pin.ts';
import { useText } from '../texts/use-text.ts';
import { PlanMap, type Plan } from './plan-map.tsx';
import { pointOf } from './plan-place.ts';
import { useDevicesOnFloor, useFloor } from './use-plan.ts';
import styles from './plan-view.module.css';

type DeviceOnFloor = z.infer<typeof FloorDevice>;

/** How often it is looked whether a device has fallen silent. */
const REVIEW_MS = 5_000;

interface DevicePinProps {
  device: DeviceOnFloor;
  answeredAt: number;
  plan: Plan;
  isMeant: boolean;
}

/** A device where it stands, in its present state; pressed, it says that in words, and leads to its page. */
const DevicePin = ({ device, answeredAt, plan, isMeant }: DevicePinProps) => {
  const text = useText();
  const now = useNow(REVIEW_MS);
  const { deviceName, deviceAlias, floorData } = device;
  const present = presentOf({ ...device, answeredAt }, useLiveDevice(deviceName));
  const state = stateOf(present, now);
  const [lat, lng] = pointOf(floorData, plan);
  const name = { alias: deviceAlias, state: text(`states.${state}`) };
  return (
    <PinMarker
      position={{ lat, lng }}
      icon={pinIcon(state, isMeant)}
      title={text(isMeant ? 'plan.pinMeant' : 'plan.pin', name)}
      zIndexOffset={isMeant ? 2000 : state === 'firing' ? 1000 : 0}
    >
      <div className={styles.card}>
        <h3>
          <DeviceLink deviceName={deviceName}>{deviceAlias}</DeviceLink>
        </h3>
        <StateChip state={state}>{name.state}</StateChip>
        <p className="quiet">
          {present.lastUpdated === null ? (
            text('home.card.notReported')
          ) : (
            <>
              {text('device.updated')} <TimeAgo at={present.lastUpdated} />
            </>
          )}
        </p>
      </div>
    </PinMarker>
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
  const error = plan.error ?? standing.error;
  if (plan.floor === undefined || standing.devices === undefined) {
    if (statusOf(error) === 404)
      return <Picture icon="search" title={text('plan.unknown')} what={text('plan.unknownWhat')} />;
    const retry = plan.error ? plan.retry : standing.retry;
    return error && <Failed error={error} onRetry={retry} />;
  }
  const { floor, devices } = { floor: plan.floor, devices: standing.devices };
  const [only] = devices.length === 1 ? devices : [];
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
        {devices.map((device) => (
          <DevicePin
            key={device.deviceName}
            device={device}
            answeredAt={standing.answeredAt}
            plan={floor}
            isMeant={device.deviceName === meant}
          />
        ))}
      </PlanMap>
    </div>
  );
}

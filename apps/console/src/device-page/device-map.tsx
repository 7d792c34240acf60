import type { DeviceInfo } from '@telemon/contracts/devices/dashboards';
import { Marker } from 'react-leaflet';
import { Picture } from '../kit/picture.tsx';
import { useLiveDevice } from '../live/live-context.ts';
import { BaseMap } from '../map/base-map.tsx';
import { pinIcon } from '../map/pin.ts';
import { presentOf } from '../state/device-state.ts';
import { useText } from '../texts/use-text.ts';

/** The documents' zoom for one marker. */
const ONE_MARKER_ZOOM = 12;

/** The place of a device of location mode Gps: a red pin while its status is set, a green one otherwise. */
export default function DeviceMap({ info, answeredAt }: { info: DeviceInfo; answeredAt: number }) {
  const text = useText();
  const { status } = presentOf({ ...info, answeredAt }, useLiveDevice(info.deviceName));
  const { lat, lng } = info;
  if (lat === null || lng === null)
    return <Picture icon="map" title="device.noPlace.title" what="device.noPlace.what" />;
  return (
    <BaseMap centre={[lat, lng]} zoom={ONE_MARKER_ZOOM} label={text('device.tabs.map')} wheel={false}>
      <Marker
        position={[lat, lng]}
        icon={pinIcon(status === 0 ? 'normal' : 'firing')}
        title={info.deviceAlias}
        keyboard={false}
        interactive={false}
      />
    </BaseMap>
  );
}

import type { DeviceInfo } from '@telemon/contracts/devices/dashboards';
import { Marker } from 'react-leaflet';
import { BaseMap } from '../map/base-map.tsx';
import { pinIcon } from '../map/pin.ts';
import { useLiveDevice } from '../live/live-context.ts';
import { Picture } from '../list/picture.tsx';
import { useText } from '../texts/use-text.ts';

/** The documents' zoom for one marker. */
const ONE_MARKER_ZOOM = 12;

/** Where a device of location mode Gps stands: a red pin while its status is set, a green one otherwise. */
export default function DeviceMap({ info, className }: { info: DeviceInfo; className?: string | undefined }) {
  const text = useText();
  const live = useLiveDevice(info.deviceName);
  const status = live.status?.value ?? info.status;
  const { lat, lng } = info;
  if (lat === null || lng === null)
    return <Picture icon="map" title={text('device.noPlace.title')} what={text('device.noPlace.what')} />;
  return (
    <BaseMap
      centre={[lat, lng]}
      zoom={ONE_MARKER_ZOOM}
      label={text('device.tabs.map')}
      className={className}
      wheel={false}
    >
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

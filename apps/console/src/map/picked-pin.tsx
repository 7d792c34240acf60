import type {
  LatLng,
  LatLngTuple,
  LeafletKeyboardEvent,
  Map as LeafletMap,
  Marker as LeafletMarker,
} from 'leaflet';
import { useEffect } from 'react';
import { Marker, useMapEvents } from 'react-leaflet';
import { pinIcon } from './pin.ts';

interface Props {
  /** Null before a place is picked. */
  place: LatLngTuple | null;
  title: string;
  onPick: (point: LatLng) => void;
  /** Moves the map to a place outside the view, after typing or arrow keys. Must be a stable function. */
  show: (map: LeafletMap, place: LatLngTuple) => void;
  /** Called for keys while the pin has the focus. */
  onKeyDown?: (event: KeyboardEvent) => void;
}

/** The pin of a picked place: set by a click on the map, then draggable. */
export const PickedPin = ({ place, title, onPick, show, onKeyDown }: Props) => {
  const map = useMapEvents({ click: ({ latlng }) => onPick(latlng) });
  const [lat, lng] = place ?? [];
  useEffect(() => {
    if (lat === undefined || lng === undefined) return;
    if (!map.getBounds().contains([lat, lng])) show(map, [lat, lng]);
  }, [map, lat, lng, show]);
  if (!place) return null;
  return (
    <Marker
      position={place}
      draggable
      icon={pinIcon('waiting')}
      title={title}
      eventHandlers={{
        dragend: ({ target }) => onPick((target as LeafletMarker).getLatLng()),
        keydown: ({ originalEvent }: LeafletKeyboardEvent) => onKeyDown?.(originalEvent),
      }}
    />
  );
};

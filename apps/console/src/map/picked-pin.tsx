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
  /** Null while no place is chosen. */
  place: LatLngTuple | null;
  title: string;
  onPick: (point: LatLng) => void;
  /** Shows a place that was typed or moved by keys, and may lie outside of what is seen. Always the same. */
  show: (map: LeafletMap, place: LatLngTuple) => void;
  /** Hears the keys while the pin has the focus. */
  onKeyDown?: (event: KeyboardEvent) => void;
}

/** The pin of a place that is chosen: a click on the map sets it, and it can then be dragged. */
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

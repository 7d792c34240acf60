import { DEFAULT_CENTRE } from '@telemon/contracts/devices/buildings';
import type { LatLngTuple, Map as LeafletMap } from 'leaflet';
import { useEffect } from 'react';
import { useMap } from 'react-leaflet';
import { useText } from '../texts/use-text.ts';
import { BaseMap } from './base-map.tsx';
import { PickedPin } from './picked-pin.tsx';
import type { Place } from './picked-place.tsx';

const NO_PLACE_ZOOM = 3;
const PLACE_ZOOM = 12;
/** Close enough to pick a place, with its surroundings. */
const GOAL_ZOOM = 8;

const show = (map: LeafletMap, place: LatLngTuple) => map.setView(place, Math.max(map.getZoom(), PLACE_ZOOM));

const Goal = ({ goal }: { goal: Place | null }) => {
  const map = useMap();
  useEffect(() => {
    if (goal !== null) map.setView(goal, Math.max(map.getZoom(), GOAL_ZOOM));
  }, [map, goal]);
  return null;
};

interface Props {
  place: Place | null;
  /** A place to show, such as a city from the search. */
  goal: Place | null;
  onPick: (place: Place) => void;
}

/** A map to pick a place on. */
export default function LocationMap({ place, goal, onPick }: Props) {
  const text = useText();
  const { lat, lng } = place ?? DEFAULT_CENTRE;
  return (
    <BaseMap
      centre={[lat, lng]}
      zoom={place ? PLACE_ZOOM : NO_PLACE_ZOOM}
      label={text('resources.building.place.map')}
      wheel={false}
    >
      <PickedPin
        place={place && [lat, lng]}
        title={text('resources.building.place.pin')}
        onPick={(point) => onPick(point.wrap())}
        show={show}
      />
      <Goal goal={goal} />
    </BaseMap>
  );
}

import type { LeafletKeyboardEvent, Marker as LeafletMarker } from 'leaflet';
import { useEffect, useMemo } from 'react';
import { Marker, useMap, useMapEvents } from 'react-leaflet';
import { statusOf } from '../data/refusal.ts';
import { Failed } from '../kit/picture.tsx';
import { pinIcon } from '../map/pin.ts';
import { useText } from '../texts/use-text.ts';
import { NoFloor } from './no-floor.tsx';
import { PlanMap, type Plan } from './plan-map.tsx';
import { placeAfterKey, placeAt, pointOf, type PlanPlace } from './plan-place.ts';
import { useFloor } from './use-plan.ts';

interface Choice {
  place: PlanPlace | null;
  onPick: (place: PlanPlace) => void;
}

const PlaceMarker = ({ plan, place, onPick }: Choice & { plan: Plan }) => {
  const text = useText();
  const map = useMap();
  useMapEvents({
    click: ({ latlng }) => onPick(placeAt(latlng, plan)),
    keydown: ({ originalEvent }: LeafletKeyboardEvent) => {
      // The form around it would take Enter for its own.
      if (originalEvent.key !== 'Enter' || originalEvent.target !== map.getContainer()) return;
      originalEvent.preventDefault();
      onPick(placeAt(map.getCenter(), plan));
    },
  });
  const { xValue, yValue } = place ?? {};
  // A place that was typed or moved by keys may lie outside of what is seen.
  useEffect(() => {
    if (xValue === undefined || yValue === undefined) return;
    const point = pointOf({ xValue, yValue }, plan);
    if (!map.getBounds().contains(point)) map.panTo(point);
  }, [map, plan, xValue, yValue]);
  const events = useMemo(
    () => ({
      dragend: ({ target }: { target: unknown }) =>
        onPick(placeAt((target as LeafletMarker).getLatLng(), plan)),
      keydown: ({ originalEvent }: LeafletKeyboardEvent) => {
        const next = place && placeAfterKey(place, originalEvent);
        if (!next) return;
        // Neither the map nor the form is scrolled along.
        originalEvent.preventDefault();
        originalEvent.stopPropagation();
        onPick(next);
      },
    }),
    [onPick, place, plan],
  );
  if (!place) return null;
  return (
    <Marker
      position={pointOf(place, plan)}
      draggable
      icon={pinIcon('waiting')}
      title={text('resources.floor.pick.pin')}
      eventHandlers={events}
    />
  );
};

/** The plan of a floor to choose a place on: a click sets the pin, which can then be dragged or moved by the arrow keys. */
export default function PlanPickerMap({ floorId, place, onPick }: Choice & { floorId: string }) {
  const text = useText();
  const { floor, error, retry } = useFloor(floorId);
  if (floor === undefined) {
    if (statusOf(error) === 404) return <NoFloor />;
    return error && <Failed error={error} onRetry={retry} />;
  }
  return (
    <PlanMap
      key={floorId}
      plan={floor}
      label={text('resources.floor.pick.label')}
      wheel={false}
      onLost={retry}
    >
      <PlaceMarker plan={floor} place={place} onPick={onPick} />
    </PlanMap>
  );
}

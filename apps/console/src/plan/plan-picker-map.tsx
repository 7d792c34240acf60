import type { LatLngTuple, LeafletKeyboardEvent, Map as LeafletMap } from 'leaflet';
import { useMapEvents } from 'react-leaflet';
import { PickedPin } from '../map/picked-pin.tsx';
import { useText } from '../texts/use-text.ts';
import { NoPlan } from './no-plan.tsx';
import { PlanMap, type Plan } from './plan-map.tsx';
import { placeAfterKey, placeAt, pointOf, type PlanPlace } from './plan-place.ts';
import { useFloor } from './use-plan.ts';

interface Choice {
  place: PlanPlace | null;
  onPick: (place: PlanPlace) => void;
}

const show = (map: LeafletMap, place: LatLngTuple) => map.panTo(place);

const PlacePin = ({ plan, place, onPick }: Choice & { plan: Plan }) => {
  const text = useText();
  const map = useMapEvents({
    keydown: ({ originalEvent }: LeafletKeyboardEvent) => {
      // Enter would submit the surrounding form.
      if (originalEvent.key !== 'Enter' || originalEvent.target !== map.getContainer()) return;
      originalEvent.preventDefault();
      onPick(placeAt(map.getCenter(), plan));
    },
  });
  const moveByKey = (event: KeyboardEvent) => {
    const next = place && placeAfterKey(place, event);
    if (!next) return;
    // Otherwise the map would pan and the form scroll.
    event.preventDefault();
    event.stopPropagation();
    onPick(next);
  };
  return (
    <PickedPin
      place={place && pointOf(place, plan)}
      title={text('resources.floor.pick.pin')}
      onPick={(point) => onPick(placeAt(point, plan))}
      show={show}
      onKeyDown={moveByKey}
    />
  );
};

/** A floor's plan to pick a place on; arrow keys move the pin. */
export default function PlanPickerMap({ floorId, ...choice }: Choice & { floorId: string }) {
  const text = useText();
  const { floor, error, retry } = useFloor(floorId);
  if (floor === undefined) return error && <NoPlan error={error} onRetry={retry} />;
  return (
    <PlanMap
      key={floorId}
      plan={floor}
      label={text('resources.floor.pick.label')}
      wheel={false}
      onLost={retry}
    >
      <PlacePin plan={floor} {...choice} />
    </PlanMap>
  );
}

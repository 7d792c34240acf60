import { Box, Button } from '@mui/material';
import { useState } from 'react';
import { NumberInput } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { Icon } from '../kit/icon.tsx';
import { lazyAside } from '../kit/lazy-part.tsx';
import { useText } from '../texts/use-text.ts';
import { PickerFrame, useTypedPlace, type Place } from './picked-place.tsx';

const LocationMap = lazyAside(() => import('./location-map.tsx'));
const CitySearch = lazyAside(() => import('./city-search.tsx'));

const OWN_POSITION = { enableHighAccuracy: true, timeout: 10_000, maximumAge: 60_000 };

/** Rounds degrees to about a decimetre; more precision is meaningless for a device. */
const roundDegrees = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;

const placeIn = (lat: unknown, lng: unknown): Place | null =>
  typeof lat === 'number' && typeof lng === 'number' && Math.abs(lat) <= 90 && Math.abs(lng) <= 180
    ? { lat, lng }
    : null;

/** Picks the browser's position. It is unknown if the user denies it, if the browser does not know it, or over plain HTTP. */
const OwnPositionButton = ({ onPick }: { onPick: (place: Place) => void }) => {
  const text = useText();
  const [state, setState] = useState<'idle' | 'asking' | 'unknown'>('idle');
  const look = () => {
    if (!('geolocation' in navigator)) return setState('unknown');
    setState('asking');
    return navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setState('idle');
        onPick({ lat: coords.latitude, lng: coords.longitude });
      },
      () => setState('unknown'),
      OWN_POSITION,
    );
  };
  return (
    <>
      <Button startIcon={<Icon name="target" />} disabled={state === 'asking'} onClick={look}>
        {text('resources.building.place.own')}
      </Button>
      <Box
        component="p"
        role="status"
        sx={{ flex: '1 0 100%', color: 'var(--warn)', '&:empty': { display: 'none' } }}
      >
        {state === 'unknown' && text('resources.building.place.ownUnknown')}
      </Box>
    </>
  );
};

/** Coordinates by a click on the map, a city search, the browser's position, or typing. */
export const LocationInput = () => {
  const text = useText();
  const type = useTypedPlace();
  const [lat, lng] = useWatch({ name: ['lat', 'lng'] }) as [unknown, unknown];
  const [goal, setGoal] = useState<Place | null>(null);
  const onPick = (place: Place) => type({ lat: roundDegrees(place.lat), lng: roundDegrees(place.lng) });
  const goTo = (place: Place) => {
    onPick(place);
    setGoal(place);
  };
  const number = (name: 'lat' | 'lng', most: number) => (
    <NumberInput
      source={name}
      label={`resources.building.fields.${name}`}
      min={-most}
      max={most}
      helperText={false}
    />
  );
  return (
    <>
      <p className="wide quiet">{text('resources.building.place.hint')}</p>
      <Box className="wide" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, minHeight: 36 }}>
        <Box sx={{ flex: '1 1 200px' }}>
          <CitySearch onPick={goTo} />
        </Box>
        <OwnPositionButton onPick={goTo} />
      </Box>
      <PickerFrame>
        <LocationMap place={placeIn(lat, lng)} goal={goal} onPick={onPick} />
      </PickerFrame>
      {number('lat', 90)}
      {number('lng', 180)}
    </>
  );
};

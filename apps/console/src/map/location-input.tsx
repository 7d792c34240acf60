import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Suspense, useCallback, useState } from 'react';
import { NumberInput } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { Icon } from '../kit/icon.tsx';
import { lazyPart } from '../kit/lazy-part.tsx';
import { useText } from '../texts/use-text.ts';
import { ownPosition } from './own-position.ts';
import { PICKER_FRAME } from './picker-frame.ts';

const LocationMap = lazyPart(() => import('./location-map.tsx'));
const CitySearch = lazyPart(() => import('./city-search.tsx'));

interface Place {
  lat: number;
  lng: number;
}

const isPlace = (lat: unknown, lng: unknown) =>
  typeof lat === 'number' && typeof lng === 'number' && Math.abs(lat) <= 90 && Math.abs(lng) <= 180;

/** Goes to the position of the browser. */
const OwnPositionButton = ({ onPick }: { onPick: (place: Place) => void }) => {
  const text = useText();
  const [state, setState] = useState<'idle' | 'asking' | 'unknown'>('idle');
  const look = async () => {
    setState('asking');
    const place = await ownPosition();
    setState(place === null ? 'unknown' : 'idle');
    if (place !== null) onPick(place);
  };
  return (
    <>
      <Button startIcon={<Icon name="target" />} disabled={state === 'asking'} onClick={() => void look()}>
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

/** Coordinates, by a click on the map, a search for a city, the position of the browser, or typed. */
export const LocationInput = () => {
  const text = useText();
  const { setValue } = useFormContext();
  const [lat, lng] = useWatch({ name: ['lat', 'lng'] }) as [number | null, number | null];
  const onPick = useCallback(
    (place: Place) => {
      for (const name of ['lat', 'lng'] as const) {
        setValue(name, place[name], { shouldDirty: true, shouldTouch: true, shouldValidate: true });
      }
    },
    [setValue],
  );
  const [goal, setGoal] = useState<Place | null>(null);
  const goTo = (place: Place) => {
    onPick(place);
    setGoal(place);
  };
  return (
    <>
      <p className="wide quiet">{text('resources.building.place.hint')}</p>
      <Box className="wide" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, minHeight: 36 }}>
        <Box sx={{ flex: '1 1 200px' }}>
          <Suspense fallback={null}>
            <CitySearch onPick={goTo} />
          </Suspense>
        </Box>
        <OwnPositionButton onPick={goTo} />
      </Box>
      <Box className="wide" sx={PICKER_FRAME}>
        <Suspense fallback={null}>
          <LocationMap
            place={isPlace(lat, lng) ? { lat: lat!, lng: lng! } : null}
            goal={goal}
            onPick={onPick}
            label={text('resources.building.place.map')}
            title={text('resources.building.place.pin')}
          />
        </Suspense>
      </Box>
      <NumberInput source="lat" label="resources.building.fields.lat" min={-90} max={90} helperText={false} />
      <NumberInput
        source="lng"
        label="resources.building.fields.lng"
        min={-180}
        max={180}
        helperText={false}
      />
    </>
  );
};

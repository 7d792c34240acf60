import { Suspense, lazy, useCallback, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { NumberInput } from '../form/inputs.tsx';
import { Button } from '../layout/button.tsx';
import { Icon } from '../layout/icon.tsx';
import { useText } from '../texts/use-text.ts';
import { ownPosition } from './own-position.ts';
import styles from './location-input.module.css';

const LocationMap = lazy(() => import('./location-map.tsx'));
const CitySearch = lazy(() => import('./city-search.tsx'));

interface Place {
  lat: number;
  lng: number;
}

const isPlace = (lat: unknown, lng: unknown) =>
  typeof lat === 'number' && typeof lng === 'number' && Math.abs(lat) <= 90 && Math.abs(lng) <= 180;

/** Goes where the browser says that it is, once it is asked to. */
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
      <Button icon={<Icon name="target" />} disabled={state === 'asking'} onClick={() => void look()}>
        {text('place.own')}
      </Button>
      <p className={styles.unknown} role="status">
        {state === 'unknown' && text('place.ownUnknown')}
      </p>
    </>
  );
};

/** Coordinates, by a click on the map, a search for a city, the person's own position, or typed. */
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
      <p className={styles.hint}>{text('place.hint')}</p>
      <div className={styles.ways}>
        <div className={styles.search}>
          <Suspense fallback={null}>
            <CitySearch onPick={goTo} />
          </Suspense>
        </div>
        <OwnPositionButton onPick={goTo} />
      </div>
      <div className={styles.map}>
        <Suspense fallback={null}>
          <LocationMap
            place={isPlace(lat, lng) ? { lat: lat!, lng: lng! } : null}
            goal={goal}
            onPick={onPick}
            label={text('place.map')}
            title={text('place.pin')}
            className={styles.inner}
          />
        </Suspense>
      </div>
      <NumberInput source="lat" label={text('place.lat')} min={-90} max={90} />
      <NumberInput source="lng" label={text('place.lng')} min={-180} max={180} />
    </>
  );
};

import { Suspense, lazy, useCallback } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { NumberInput } from '../form/inputs.tsx';
import { useText } from '../texts/use-text.ts';
import formStyles from './device-form.module.css';
import styles from './location-input.module.css';

const LocationMap = lazy(() => import('../map/location-map.tsx'));

const isPlace = (lat: unknown, lng: unknown) =>
  typeof lat === 'number' && typeof lng === 'number' && Math.abs(lat) <= 90 && Math.abs(lng) <= 180;

/** Where a device stands, by a click on the map or by its coordinates. */
export const LocationInput = () => {
  const text = useText();
  const { setValue } = useFormContext();
  const [lat, lng] = useWatch({ name: ['lat', 'lng'] }) as [number | null, number | null];
  const onPick = useCallback(
    (place: { lat: number; lng: number }) => {
      for (const name of ['lat', 'lng'] as const) {
        setValue(name, place[name], { shouldDirty: true, shouldTouch: true, shouldValidate: true });
      }
    },
    [setValue],
  );
  return (
    <fieldset className={`${formStyles.group} ${formStyles.location}`}>
      <legend>{text('devices.form.locationMode')}</legend>
      <p>{text('devices.form.mapHint')}</p>
      <div className={styles.map}>
        <Suspense fallback={null}>
          <LocationMap
            place={isPlace(lat, lng) ? { lat: lat!, lng: lng! } : null}
            onPick={onPick}
            label={text('devices.form.map')}
            title={text('devices.form.mapPin')}
            className={styles.inner}
          />
        </Suspense>
      </div>
      <NumberInput source="lat" label={text('devices.form.lat')} min={-90} max={90} />
      <NumberInput source="lng" label={text('devices.form.lng')} min={-180} max={180} />
    </fieldset>
  );
};

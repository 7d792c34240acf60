import Autocomplete, { createFilterOptions } from '@mui/material/Autocomplete';
import { useId } from 'react';
import { PickerInput } from '../form/picker-input.tsx';
import { useText } from '../texts/use-text.ts';
import { CITIES } from './world/cities.ts';

const MOST_OFFERED = 20;

const filterOptions = createFilterOptions<(typeof CITIES)[number]>({
  limit: MOST_OFFERED,
  stringify: ([name]) => name,
});

/** A city of those that the map names, to begin from. */
export default function CitySearch({ onPick }: { onPick: (place: { lat: number; lng: number }) => void }) {
  const text = useText();
  const id = useId();
  return (
    <Autocomplete
      id={id}
      options={CITIES}
      value={null}
      blurOnSelect
      clearOnBlur
      autoHighlight
      noOptionsText={text('place.noCity')}
      filterOptions={filterOptions}
      getOptionLabel={([name]) => name}
      getOptionKey={([name, lat, lng]) => `${name} ${lat} ${lng}`}
      onChange={(_, city) => city && onPick({ lat: city[1], lng: city[2] })}
      renderInput={(params) => (
        <PickerInput params={params} label={text('place.search')} placeholder={text('place.search')} />
      )}
    />
  );
}

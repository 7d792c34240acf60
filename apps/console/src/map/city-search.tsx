import { Autocomplete, createFilterOptions, TextField } from '@mui/material';
import { useText } from '../texts/use-text.ts';
import type { Place } from './picked-place.tsx';
import { CITIES } from './world/cities.ts';

const MOST_OFFERED = 20;

const filterOptions = createFilterOptions<(typeof CITIES)[number]>({
  limit: MOST_OFFERED,
  stringify: ([name]) => name,
});

/** A search for the cities that the map shows, to start picking a place. */
export default function CitySearch({ onPick }: { onPick: (place: Place) => void }) {
  const text = useText();
  return (
    <Autocomplete
      options={CITIES}
      value={null}
      blurOnSelect
      clearOnBlur
      autoHighlight
      noOptionsText={text('resources.building.place.noCity')}
      filterOptions={filterOptions}
      getOptionLabel={([name]) => name}
      getOptionKey={([name, lat, lng]) => `${name} ${lat} ${lng}`}
      onChange={(_, city) => city && onPick({ lat: city[1], lng: city[2] })}
      renderInput={({ slotProps, ...params }) => (
        <TextField
          {...params}
          placeholder={text('resources.building.place.search')}
          slotProps={{
            ...slotProps,
            htmlInput: { ...slotProps.htmlInput, 'aria-label': text('resources.building.place.search') },
          }}
        />
      )}
    />
  );
}

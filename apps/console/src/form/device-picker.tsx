import Autocomplete, { createFilterOptions } from '@mui/material/Autocomplete';
import { useQuery } from '@tanstack/react-query';
import type { Ref } from 'react';
import { ask, type Answer } from '../data/ask.ts';
import { useText } from '../texts/use-text.ts';
import { PickerInput } from './picker-input.tsx';
import styles from './device-picker.module.css';

type Named = Answer<'GET /getAllDevice'>['deviceTable'][number];

/** A fleet has thousands; who doesn't see theirs among so many types on. */
const MOST_OFFERED = 60;

const filterOptions = createFilterOptions<Named>({
  limit: MOST_OFFERED,
  stringify: ({ deviceName, deviceAlias }) => `${deviceAlias} ${deviceName}`,
});

export const useDeviceNames = () =>
  useQuery({
    queryKey: ['device-names', 'all'],
    queryFn: ({ signal }) => ask('GET /getAllDevice', {}, signal),
    select: ({ deviceTable }) => deviceTable,
    staleTime: 60_000,
  });

interface Props {
  id: string;
  value: string | null;
  onChange: (deviceName: string | null) => void;
  onBlur?: () => void;
  /** Where there is no label beside it. */
  label?: string;
  inputRef?: Ref<HTMLInputElement>;
  said?: object;
  clearable?: boolean;
}

/** One device of all that may be seen, by alias or name. */
export const DevicePicker = ({ id, value, onChange, onBlur, label, inputRef, said, clearable }: Props) => {
  const text = useText();
  const { data: devices = [], isPending } = useDeviceNames();
  const chosen = devices.find(({ deviceName }) => deviceName === value) ?? null;
  return (
    <Autocomplete
      id={id}
      options={devices}
      value={chosen}
      loading={isPending}
      loadingText={text('form.loading')}
      noOptionsText={text('form.noDevice')}
      disableClearable={!clearable as false}
      autoHighlight
      filterOptions={filterOptions}
      getOptionLabel={({ deviceAlias }) => deviceAlias}
      getOptionKey={({ deviceName }) => deviceName}
      isOptionEqualToValue={(one, other) => one.deviceName === other.deviceName}
      onChange={(_, device) => onChange(device?.deviceName ?? null)}
      renderOption={({ key, ...props }, { deviceName, deviceAlias }) => (
        <li key={key} {...props}>
          <span className={styles.alias}>{deviceAlias}</span>
          <span className={styles.name}>{deviceName}</span>
        </li>
      )}
      renderInput={(params) => (
        <PickerInput
          params={params}
          label={label}
          placeholder={value ?? text('form.chooseDevice')}
          inputRef={inputRef}
          onBlur={onBlur}
          said={said}
        />
      )}
    />
  );
};

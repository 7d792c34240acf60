import Autocomplete, { createFilterOptions } from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useTranslate } from 'react-admin';
import { useText } from '../texts/use-text.ts';
import { DeviceOption, MOST_OFFERED } from './device-option.tsx';
import { useDeviceNames, type NamedDevice } from './use-device-names.ts';

const filterOptions = createFilterOptions<NamedDevice>({
  limit: MOST_OFFERED,
  stringify: ({ deviceName, deviceAlias }) => `${deviceAlias} ${deviceName}`,
});

interface Props {
  id: string;
  value: string | null;
  onChange: (deviceName: string | null) => void;
  /** For a screen reader. */
  label: string;
  clearable?: boolean;
}

/** One device of all that the user may see, found by alias or name; a form has `DeviceInput`. */
export const DevicePicker = ({ id, value, onChange, label, clearable = false }: Props) => {
  const text = useText();
  const translate = useTranslate();
  const { data = [], isPending } = useDeviceNames();
  return (
    <Autocomplete<NamedDevice, false, boolean>
      id={id}
      options={data}
      value={data.find(({ deviceName }) => deviceName === value) ?? null}
      loading={isPending}
      loadingText={text('form.loading')}
      noOptionsText={text('resources.device.picker.none')}
      openText={translate('ra.action.open')}
      closeText={translate('ra.action.close')}
      clearText={translate('ra.action.clear_input_value')}
      disableClearable={!clearable}
      autoHighlight
      filterOptions={filterOptions}
      getOptionLabel={({ deviceAlias }) => deviceAlias}
      getOptionKey={({ deviceName }) => deviceName}
      isOptionEqualToValue={(one, other) => one.deviceName === other.deviceName}
      onChange={(_, device) => onChange(device?.deviceName ?? null)}
      renderOption={({ key, ...props }, device) => (
        <li key={key} {...props}>
          <DeviceOption {...device} />
        </li>
      )}
      renderInput={({ slotProps, ...params }) => (
        <TextField
          {...params}
          placeholder={value ?? text('resources.device.picker.choose')}
          slotProps={{ ...slotProps, htmlInput: { ...slotProps.htmlInput, 'aria-label': label } }}
        />
      )}
    />
  );
};

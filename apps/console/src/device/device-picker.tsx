import { Autocomplete, createFilterOptions, TextField } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useText } from '../texts/use-text.ts';
import { DeviceOption, MOST_OFFERED } from './device-input.tsx';
import { useDeviceNames, type NamedDevice } from './use-device-names.ts';

const filterOptions = createFilterOptions<NamedDevice>({
  limit: MOST_OFFERED,
  stringify: ({ deviceName, deviceAlias }) => `${deviceAlias} ${deviceName}`,
});

interface Props {
  /** Null before a choice. */
  value: string | null;
  onChange: (deviceName: string) => void;
  /** With a visible label, as the fields beside it have. */
  isLabelled?: boolean;
}

/** Selects a device by alias or name; in a form, use `DeviceInput`. */
export const DevicePicker = ({ value, onChange, isLabelled = false }: Props) => {
  const text = useText();
  const translate = useTranslate();
  const { data = [], isPending } = useDeviceNames();
  return (
    <Autocomplete<NamedDevice, false, boolean>
      id="device"
      options={data}
      value={data.find(({ deviceName }) => deviceName === value) ?? null}
      loading={isPending}
      loadingText={text('form.loading')}
      noOptionsText={text('resources.device.picker.none')}
      openText={translate('ra.action.open')}
      closeText={translate('ra.action.close')}
      disableClearable
      autoHighlight
      filterOptions={filterOptions}
      getOptionLabel={({ deviceAlias }) => deviceAlias}
      getOptionKey={({ deviceName }) => deviceName}
      isOptionEqualToValue={(one, other) => one.deviceName === other.deviceName}
      onChange={(_, device) => device !== null && onChange(device.deviceName)}
      renderOption={({ key, ...props }, device) => (
        <li key={key} {...props}>
          <DeviceOption {...device} />
        </li>
      )}
      renderInput={({ slotProps, ...params }) => (
        <TextField
          {...params}
          label={isLabelled ? text('device.selector') : undefined}
          placeholder={value ?? text('resources.device.picker.choose')}
          slotProps={{
            ...slotProps,
            htmlInput: { ...slotProps.htmlInput, 'aria-label': text('device.selector') },
          }}
        />
      )}
    />
  );
};

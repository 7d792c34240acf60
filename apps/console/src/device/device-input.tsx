import { Box } from '@mui/material';
import { AutocompleteInput, useRecordContext, type AutocompleteInputProps } from 'react-admin';
import { useText } from '../texts/use-text.ts';
import { useDeviceNames, type NamedDevice } from './use-device-names.ts';

/** A fleet has thousands of devices: only this many are listed, the others are found by typing. */
export const MOST_OFFERED = 60;

/** A device as an option of a list. */
export const DeviceOption = ({ deviceAlias, deviceName }: NamedDevice) => (
  <>
    <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
      {deviceAlias}
    </Box>
    <Box component="span" sx={{ ml: 'auto', pl: 2, color: 'var(--text-faint)', fontSize: 13 }}>
      {deviceName}
    </Box>
  </>
);

const Option = () => <DeviceOption {...useRecordContext<NamedDevice>()!} />;

const matches = (typed: string, { deviceAlias, deviceName }: NamedDevice, exact = false) => {
  const words = typed.trim().toLowerCase();
  const names = [deviceAlias, deviceName].map((name) => name.toLowerCase());
  return names.some((name) => (exact ? name === words : name.includes(words)));
};

/** A form input that selects a device by alias or name. */
export const DeviceInput = (props: AutocompleteInputProps & { source: string }) => {
  const text = useText();
  const { data = [], isPending } = useDeviceNames();
  return (
    <AutocompleteInput
      label="resources.device.picker.label"
      choices={data}
      isPending={isPending}
      optionText={<Option />}
      inputText={({ deviceAlias }: NamedDevice) => deviceAlias}
      matchSuggestion={matches}
      suggestionLimit={MOST_OFFERED}
      translateChoice={false}
      noOptionsText="resources.device.picker.none"
      TextFieldProps={{ placeholder: text('resources.device.picker.choose') }}
      // Otherwise, the list opens over the message at the field when a form moves the focus there.
      openOnFocus={false}
      autoHighlight
      {...props}
    />
  );
};

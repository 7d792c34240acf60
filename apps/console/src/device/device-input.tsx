import { AutocompleteInput, useRecordContext, type AutocompleteInputProps } from 'react-admin';
import { useText } from '../texts/use-text.ts';
import { DeviceOption, MOST_OFFERED } from './device-option.tsx';
import { useDeviceNames, type NamedDevice } from './use-device-names.ts';

const Option = () => <DeviceOption {...useRecordContext<NamedDevice>()!} />;

const isMeant = (typed: string, { deviceAlias, deviceName }: NamedDevice, exact = false) => {
  const words = typed.trim().toLowerCase();
  const names = [deviceAlias, deviceName].map((name) => name.toLowerCase());
  return names.some((name) => (exact ? name === words : name.includes(words)));
};

/** One device of all that the user may see, found by alias or name, as an input of a form. */
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
      matchSuggestion={isMeant}
      suggestionLimit={MOST_OFFERED}
      translateChoice={false}
      noOptionsText="resources.device.picker.none"
      TextFieldProps={{ placeholder: text('resources.device.picker.choose') }}
      autoHighlight
      {...props}
    />
  );
};

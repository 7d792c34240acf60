import { ChannelName } from '@telemon/contracts/devices/treatment';
import { useWatch } from 'react-hook-form';
import { SelectInput, choicesOf } from '../form/inputs.tsx';
import { SwitchInput } from '../form/switch-input.tsx';
import { useText } from '../texts/use-text.ts';
import { FormSection } from './form-section.tsx';

/** Which channel feeds which sensor, where the wires are not in the sensors' order. */
export const MappingSection = () => {
  const text = useText();
  const enabled = useWatch({ name: 'sensorMapping.enabled' }) as boolean;
  return (
    <FormSection title={text('devices.form.mapping')} hint={text('devices.form.mappingHint')}>
      <SwitchInput source="sensorMapping.enabled" label={text('devices.form.mappingSwitch')} />
      {enabled &&
        ChannelName.options.map((channel) => (
          <SelectInput
            key={channel}
            source={`sensorMapping.${channel}`}
            label={channel}
            none={text('form.choose')}
            choices={choicesOf(ChannelName.options)}
          />
        ))}
    </FormSection>
  );
};

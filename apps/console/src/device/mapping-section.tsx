import { ChannelName } from '@telemon/contracts/devices/treatment';
import { BooleanInput, SelectInput } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { FormSection } from './form-section.tsx';

const CHANNELS = ChannelName.options.map((name) => ({ id: name, name }));

/** Maps channels to sensors, for wires that are not in the sensors' order. */
export const MappingSection = () => {
  const enabled = useWatch({ name: 'sensorMapping.enabled' }) as boolean;
  return (
    <FormSection title="resources.device.form.mapping" hint="resources.device.form.mappingHint">
      <BooleanInput source="sensorMapping.enabled" helperText={false} className="wide" />
      {enabled &&
        ChannelName.options.map((channel) => (
          <SelectInput
            key={channel}
            source={`sensorMapping.${channel}`}
            label={channel}
            emptyText="form.choose"
            choices={CHANNELS}
            translateChoice={false}
          />
        ))}
    </FormSection>
  );
};

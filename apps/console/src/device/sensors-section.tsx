import { DeviceMetaData, SENSORS_OF, hasDepth } from '@telemon/contracts/devices/devices';
import { NumberInput } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { EnumInput } from '../kit/enum-input.tsx';
import { lazyPart } from '../kit/lazy-part.tsx';
import { ChoiceOf } from './choice-of.tsx';
import { SENSOR_NUMBERS, type DeviceValues } from './device-values.ts';
import { FormSection } from './form-section.tsx';

const SensorCreate = lazyPart(() => import('../sensor/sensor-create.tsx'));

/** The device's sensors, selected from its manager's. */
export const SensorsSection = () => {
  const [template, managerId] = useWatch<DeviceValues, ['template', 'managerId']>({
    name: ['template', 'managerId'],
  });
  return (
    <FormSection title="resources.device.form.sensors" hint={`resources.device.form.templates.${template}`}>
      {SENSOR_NUMBERS.slice(0, SENSORS_OF[template]).map((number) => (
        <ChoiceOf
          key={number}
          source={`sensorId${number}`}
          reference="sensor-types-of-manager"
          of={{ managerId }}
          optionText="sensorName"
          hints={number === 1 ? ['managerFirst', 'noSensors'] : undefined}
          create={<SensorCreate managerId={managerId ?? ''} />}
          createLabel="resources.sensor.action.create"
        />
      ))}
      {hasDepth(template) && (
        <>
          <NumberInput source="deviceMetaData.maximumDepth" min={1} />
          <EnumInput
            source="deviceMetaData.valueType"
            words="tankValueType"
            options={DeviceMetaData.shape.valueType.unwrap().options}
          />
          <EnumInput
            source="deviceMetaData.applicationType"
            words="applicationType"
            options={DeviceMetaData.shape.applicationType.unwrap().options}
          />
        </>
      )}
    </FormSection>
  );
};

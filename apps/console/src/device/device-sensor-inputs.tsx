import { useEffect } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { ChoiceInput, useChoices } from '../kit/choice-input.tsx';
import { DeviceInput } from './device-input.tsx';

/** The inputs of a form for `deviceName` and `sensorId`: another device has other sensors. An only sensor is chosen. */
export const DeviceSensorInputs = ({ isDeviceFixed = false }: { isDeviceFixed?: boolean }) => {
  const { getValues, setValue } = useFormContext<{ sensorId: number | null }>();
  const deviceName = useWatch({ name: 'deviceName' }) as string | null;
  const sensors = useChoices<{ id: number }>('device-sensors', { deviceName });
  useEffect(() => {
    if (sensors?.length === 1 && getValues('sensorId') === null) setValue('sensorId', sensors[0]!.id);
  }, [sensors, getValues, setValue]);
  return (
    <>
      <DeviceInput source="deviceName" readOnly={isDeviceFixed} onChange={() => setValue('sensorId', null)} />
      <ChoiceInput
        source="sensorId"
        label="resources.device.picker.sensor"
        reference="device-sensors"
        of={{ deviceName }}
        optionText="sensorData.sensorName"
        helperText={deviceName ? false : 'resources.device.picker.deviceFirst'}
      />
    </>
  );
};

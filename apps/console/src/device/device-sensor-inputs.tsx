import { useFormContext, useWatch } from 'react-hook-form';
import { ChoiceInput } from '../kit/choice-input.tsx';
import { DeviceInput } from './device-input.tsx';

/** The inputs of a form for `deviceName` and `sensorId`: another device has other sensors. */
export const DeviceSensorInputs = ({ isDeviceFixed = false }: { isDeviceFixed?: boolean }) => {
  const { setValue } = useFormContext<{ sensorId: number | null }>();
  const deviceName = useWatch({ name: 'deviceName' }) as string | null;
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

import type { Device } from '@telemon/contracts/devices/devices';
import type { RaRecord } from 'react-admin';
import { useParams } from 'react-router';
import { FormDialog } from '../kit/form-dialog.tsx';
import { useText } from '../texts/use-text.ts';
import { DEVICE_FORM } from './device-form.tsx';
import { valuesOf, type DeviceValues } from './device-values.ts';
import { NoSuchDevice } from './no-such-device.tsx';

export default function DeviceEdit() {
  const text = useText();
  const { id = '' } = useParams();
  return (
    <FormDialog<DeviceValues>
      {...DEVICE_FORM}
      title={text('resources.device.action.edit')}
      values={(before) => valuesOf(before as Device & RaRecord)}
      savedMessage="resources.device.saved"
      missing={<NoSuchDevice deviceName={id} />}
    />
  );
}

import { DeviceChange, type Device } from '@telemon/contracts/devices';
import { useGetOne, useNotify, type RaRecord } from 'react-admin';
import { useParams } from 'react-router';
import { FormDialog } from '../form/form-dialog.tsx';
import { NoRecord } from '../form/no-record.tsx';
import { useText } from '../texts/use-text.ts';
import { DeviceFields, toSend, valuesOf, type DeviceValues } from './device-form.tsx';
import { NoSuchDevice } from './no-such-device.tsx';

export default function DeviceEdit({ onClose }: { onClose: () => void }) {
  const text = useText();
  const notify = useNotify();
  const { name = '' } = useParams();
  const { data: device, error, refetch } = useGetOne<Device & RaRecord>('devices', { id: name });
  if (device === undefined) {
    return (
      <NoRecord
        title={text('devices.form.edit')}
        error={error}
        missing={<NoSuchDevice deviceName={name} />}
        onRetry={() => void refetch()}
        onClose={onClose}
      />
    );
  }
  return (
    <FormDialog<DeviceValues>
      title={text('devices.form.edit')}
      resource="devices"
      schema={DeviceChange}
      record={device}
      values={valuesOf(device)}
      toSend={toSend(false)}
      onClose={onClose}
      onSaved={() => {
        notify('devices.form.saved', { type: 'success' });
        onClose();
      }}
    >
      <DeviceFields isNew={false} />
    </FormDialog>
  );
}

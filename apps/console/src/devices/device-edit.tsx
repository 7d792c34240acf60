import { DeviceChange, type Device } from '@telemon/contracts/devices';
import { useGetOne, useNotify, type RaRecord } from 'react-admin';
import { useParams } from 'react-router';
import { statusOf } from '../data/refusal.ts';
import { FormDialog } from '../form/form-dialog.tsx';
import { SmallDialog } from '../layout/small-dialog.tsx';
import { Failed } from '../list/failed.tsx';
import { useText } from '../texts/use-text.ts';
import { DeviceFields, toSend, valuesOf, type DeviceValues } from './device-form.tsx';
import { NoSuchDevice } from './no-such-device.tsx';

export default function DeviceEdit({ onClose }: { onClose: () => void }) {
  const text = useText();
  const notify = useNotify();
  const { name = '' } = useParams();
  const { data: device, error, refetch } = useGetOne<Device & RaRecord>('devices', { id: name });
  if (device === undefined) {
    return error === null ? null : (
      <SmallDialog title={text('devices.form.edit')} onClose={onClose}>
        {statusOf(error) === 404 ? (
          <NoSuchDevice deviceName={name} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )}
      </SmallDialog>
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

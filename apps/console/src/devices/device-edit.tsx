import type { Device } from '@telemon/contracts/devices/devices';
import { useGetOne, useNotify, type RaRecord } from 'react-admin';
import { useParams } from 'react-router';
import { may } from '../data/access.ts';
import { FormDialog } from '../form/form-dialog.tsx';
import { NoRecord } from '../form/no-record.tsx';
import { useText } from '../texts/use-text.ts';
import { DeviceFields } from './device-form.tsx';
import { lacksFor, schemaFor, toSend, valuesOf, type DeviceValues } from './device-values.ts';
import { NoSuchDevice } from './no-such-device.tsx';

export default function DeviceEdit({ onClose }: { onClose: () => void }) {
  const text = useText();
  const notify = useNotify();
  const { name = '' } = useParams();
  const { data: before, error, refetch } = useGetOne<Device & RaRecord>('devices', { id: name });
  if (before === undefined) {
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
  const judged = { byAdmin: may('GET /getAllManagers'), before };
  return (
    <FormDialog<DeviceValues>
      title={text('devices.form.edit')}
      resource="devices"
      schema={schemaFor(judged)}
      alsoWrong={lacksFor(judged)}
      record={before}
      values={valuesOf(before)}
      toSend={toSend(judged)}
      width={720}
      onClose={onClose}
      onSaved={() => {
        notify('devices.form.saved', { type: 'success' });
        onClose();
      }}
    >
      <DeviceFields {...judged} />
    </FormDialog>
  );
}

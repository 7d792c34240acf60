import { BulkUpdate, MOST_AT_ONCE } from '@telemon/contracts/devices/devices';
import { useNotify } from 'react-admin';
import { ask } from '../data/ask.ts';
import { FormDialog } from '../form/form-dialog.tsx';
import { SelectInput } from '../form/inputs.tsx';
import { useText } from '../texts/use-text.ts';
import { DevicesInput } from './devices-input.tsx';
import { useManagers } from './use-choices.ts';
import styles from './device-form.module.css';

type Values = { deviceId: string[]; managerId: string | null };

const NOTHING: Values = { deviceId: [], managerId: null };

/** Gives many devices to one manager at once: all of them, or none. */
export default function BulkEdit({ onClose }: { onClose: () => void }) {
  const text = useText();
  const notify = useNotify();
  const managers = useManagers();
  return (
    <FormDialog<Values>
      title={text('devices.bulk.title')}
      resource="devices"
      schema={BulkUpdate}
      values={NOTHING}
      save={async (data) => {
        await ask('PATCH /bulkUpdate/device', data as BulkUpdate);
        return { id: '', ...data };
      }}
      onClose={onClose}
      onSaved={({ deviceId }) => {
        notify('devices.bulk.saved', {
          type: 'success',
          messageArgs: { smart_count: (deviceId as string[]).length },
        });
        onClose();
      }}
    >
      <DevicesInput source="deviceId" label={text('devices.bulk.devices')} most={MOST_AT_ONCE} />
      <SelectInput
        source="managerId"
        label={text('devices.form.manager')}
        none={text('form.choose')}
        choices={managers ?? []}
        wide
      />
      <p className={styles.notice}>{text('devices.bulk.cleared')}</p>
    </FormDialog>
  );
}

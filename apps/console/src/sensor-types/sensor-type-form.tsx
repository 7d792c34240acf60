import { Id } from '@telemon/contracts/fields';
import { NewSensorType } from '@telemon/contracts/sensor-types';
import { useNotify } from 'react-admin';
import { may } from '../data/access.ts';
import { useManagers } from '../devices/use-choices.ts';
import { FormDialog } from '../form/form-dialog.tsx';
import { SelectInput, TextInput } from '../form/inputs.tsx';
import { useText } from '../texts/use-text.ts';

/** A manager's sensors are their own; the admin says whose. */
const OfManager = NewSensorType.extend({ userId: Id });

export default function SensorTypeCreate({ onClose }: { onClose: () => void }) {
  const text = useText();
  const notify = useNotify();
  const managers = useManagers();
  const isAdmin = may('GET /getAllManagers');
  return (
    <FormDialog
      title={text('sensorTypes.add')}
      resource="sensor-types"
      schema={isAdmin ? OfManager : NewSensorType}
      values={{ sensorName: '', userId: null as string | null }}
      saveLabel={text('sensorTypes.add')}
      width={440}
      onClose={onClose}
      onSaved={() => {
        notify('sensorTypes.saved', { type: 'success' });
        onClose();
      }}
    >
      <TextInput
        source="sensorName"
        label={text('sensorTypes.form.sensorName')}
        maxLength={25}
        autoFocus
        wide
      />
      {isAdmin && (
        <SelectInput
          source="userId"
          label={text('sensorTypes.form.manager')}
          none={text('form.choose')}
          choices={managers ?? []}
          wide
        />
      )}
    </FormDialog>
  );
}

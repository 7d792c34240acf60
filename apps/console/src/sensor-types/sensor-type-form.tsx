import { Id } from '@telemon/contracts/fields';
import { NewSensorType } from '@telemon/contracts/devices/sensor-types';
import { lazy, useState } from 'react';
import { useNotify } from 'react-admin';
import { may } from '../data/access.ts';
import { useManagers } from '../devices/use-choices.ts';
import type { AddForm } from '../form/add-here.tsx';
import { FormDialog } from '../form/form-dialog.tsx';
import { TextInput } from '../form/inputs.tsx';
import { onlyOf } from '../form/only-of.ts';
import { SwitchInput } from '../form/switch-input.tsx';
import { useText } from '../texts/use-text.ts';
import { ManagerInput } from '../users/manager-input.tsx';

const TableUpload = lazy(() => import('./table-upload.tsx'));

/** A manager's sensors are their own; the admin says whose. */
const OfManager = NewSensorType.extend({ userId: Id });

type Values = { sensorName: string; userId: string | null; hasTable: boolean };

interface Props extends AddForm {
  /** Whose it is, where that is settled. */
  managerId?: string;
}

/** A new sensor; where it has a table, that is asked for next. */
export default function SensorTypeCreate({ onClose, onAdded, managerId }: Props) {
  const text = useText();
  const notify = useNotify();
  const only = onlyOf(useManagers())?.id ?? null;
  const isAdmin = may('GET /getAllManagers');
  const [withoutTable, setWithoutTable] = useState<string | null>(null);
  // Whoever waits for it hears of it last: they may close what they opened then.
  const close = (id: string) => {
    onAdded?.(id);
    onClose();
  };
  if (withoutTable !== null) {
    return <TableUpload id={withoutTable} onClose={() => close(withoutTable)} />;
  }
  return (
    <FormDialog<Values>
      title={text('sensorTypes.add')}
      resource="sensor-types"
      schema={isAdmin ? OfManager : NewSensorType}
      values={{ sensorName: '', userId: managerId ?? only, hasTable: false }}
      toSend={({ sensorName, userId }) => ({ sensorName, userId })}
      saveLabel={text('sensorTypes.add')}
      width={440}
      onClose={onClose}
      onSaved={({ id }, { hasTable }) => {
        if (!onAdded) notify('sensorTypes.saved', { type: 'success' });
        if (hasTable) setWithoutTable(String(id));
        else close(String(id));
      }}
    >
      <TextInput
        source="sensorName"
        label={text('sensorTypes.form.sensorName')}
        hint={text('sensorTypes.form.sensorNameHint')}
        maxLength={25}
        autoFocus
        wide
      />
      {isAdmin && <ManagerInput source="userId" disabled={managerId !== undefined} wide />}
      <SwitchInput source="hasTable" label={text('sensorTypes.form.hasTable')} />
    </FormDialog>
  );
}

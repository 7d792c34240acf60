import { NewSensorType } from '@telemon/contracts/devices/sensor-types';
import { Id } from '@telemon/contracts/fields';
import { useState } from 'react';
import { BooleanInput, TextInput, type RaRecord } from 'react-admin';
import { may } from '../data/access.ts';
import { useOnlyChoice } from '../kit/choice-input.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import { lazyPart } from '../kit/lazy-part.tsx';
import { ManagerInput } from '../user/manager-input.tsx';

const TableUploadDialog = lazyPart(() => import('./table-upload-dialog.tsx'));
const UserCreate = lazyPart(() => import('../user/user-create.tsx'));

/** An admin selects the manager; a manager's sensor is their own. */
const OfManager = NewSensorType.extend({ userId: Id });

type Values = { sensorName: string; userId: string | null; hasTable: boolean };

/** The form for a new sensor; if it has a table, the upload follows. */
export default function SensorCreate({ managerId }: { managerId?: string }) {
  const isAdmin = may('GET /getAllManagers');
  const only = useOnlyChoice('managers');
  const [saved, setSaved] = useState<{ id: RaRecord['id']; close: () => void } | null>(null);
  if (saved !== null) return <TableUploadDialog id={String(saved.id)} onClose={saved.close} />;
  return (
    <FormDialog<Values>
      resource="sensor"
      schema={isAdmin ? OfManager : NewSensorType}
      values={{ sensorName: '', userId: managerId ?? only, hasTable: false }}
      toSend={({ sensorName, userId }) => ({ sensorName, userId })}
      savedMessage="resources.sensor.created"
      onSaved={({ id }, { hasTable }, close) => (hasTable ? setSaved({ id, close }) : close())}
      width={440}
    >
      <TextInput
        source="sensorName"
        helperText="resources.sensor.hints.sensorName"
        autoFocus
        className="wide"
        slotProps={{ htmlInput: { maxLength: 25 } }}
      />
      {isAdmin && (
        <ManagerInput
          source="userId"
          create={<UserCreate role="manager" />}
          readOnly={managerId !== undefined}
          className="wide"
        />
      )}
      <BooleanInput source="hasTable" helperText={false} className="wide" />
    </FormDialog>
  );
}

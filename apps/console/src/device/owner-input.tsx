import { Alert } from '@mui/material';
import type { Device } from '@telemon/contracts/devices/devices';
import { useState } from 'react';
import { SelectInput, type RaRecord } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { readSession } from '../data/session.ts';
import { useFormRecord } from '../kit/form-dialog.tsx';
import { lazyPart } from '../kit/lazy-part.tsx';
import { useText } from '../texts/use-text.ts';
import { ManagerInput } from '../user/manager-input.tsx';
import { isByAdmin, ofManager, type DeviceValues } from './device-values.ts';

const UserCreate = lazyPart(() => import('../user/user-create.tsx'));

/** The device's manager: an admin selects one and sees the consequences; a manager's devices are their own. */
export const OwnerInput = () => {
  const text = useText();
  const before = useFormRecord<Device & RaRecord>();
  const { getValues, setValue } = useFormContext<DeviceValues>();
  const [isCleared, setCleared] = useState(false);
  const self = readSession()?.user;

  // Clears the former manager's sensors and places, or restores them for the original manager.
  const reset = (managerId: string) => {
    const had = Boolean(getValues('sensorId1') ?? getValues('floorData.buildingId'));
    for (const [name, value] of Object.entries(ofManager(managerId || null, { byAdmin: true, before }))) {
      setValue(name as keyof DeviceValues, value as never, { shouldDirty: true });
    }
    setCleared(managerId !== before?.managerId && (had || before !== undefined));
  };

  return (
    <>
      {isByAdmin() ? (
        <ManagerInput source="managerId" create={<UserCreate role="manager" />} onChange={reset} />
      ) : (
        <SelectInput
          source="managerId"
          disabled
          helperText="resources.device.hints.managerSelf"
          choices={self ? [self] : []}
          translateChoice={false}
        />
      )}
      <Alert
        severity="warning"
        icon={false}
        role="status"
        className="wide"
        sx={{ display: isCleared ? 'flex' : 'none', py: 0 }}
      >
        {isCleared && text(`resources.device.form.${before ? 'managerChanged' : 'managerChangedNew'}`)}
      </Alert>
    </>
  );
};

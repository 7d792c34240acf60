import { Id } from '@telemon/contracts/fields';
import { NewDevice, type MqttLogin } from '@telemon/contracts/devices';
import { useState } from 'react';
import type { RaRecord } from 'react-admin';
import type { z } from 'zod';
import { may } from '../data/access.ts';
import { FormDialog } from '../form/form-dialog.tsx';
import { useText } from '../texts/use-text.ts';
import { DeviceFields, NEW_DEVICE, toSend, type DeviceValues } from './device-form.tsx';
import { MqttLoginDialog } from './mqtt-login.tsx';

type Created = RaRecord & { mqtt: z.infer<typeof MqttLogin> };

/** An admin says whose device it is; a manager's is their own. */
const OfManager = NewDevice.safeExtend({ managerId: Id });

/** A new device; once it is added, its MQTT login takes the form's place. */
export default function DeviceCreate({ onClose }: { onClose: () => void }) {
  const text = useText();
  const [created, setCreated] = useState<Created | null>(null);
  if (created !== null) return <MqttLoginDialog login={created.mqtt} isNew onClose={onClose} />;
  return (
    <FormDialog<DeviceValues>
      title={text('devices.form.create')}
      resource="devices"
      schema={may('GET /getAllManagers') ? OfManager : NewDevice}
      values={NEW_DEVICE}
      toSend={toSend(true)}
      saveLabel={text('devices.add')}
      onClose={onClose}
      onSaved={(device) => setCreated(device as Created)}
    >
      <DeviceFields isNew />
    </FormDialog>
  );
}

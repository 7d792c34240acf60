import type { MqttLogin } from '@telemon/contracts/devices/devices';
import { useState } from 'react';
import type { RaRecord } from 'react-admin';
import type { z } from 'zod';
import { may } from '../data/access.ts';
import { readSession } from '../data/session.ts';
import { FormDialog } from '../form/form-dialog.tsx';
import { onlyOf } from '../form/only-of.ts';
import { useText } from '../texts/use-text.ts';
import { DeviceFields } from './device-form.tsx';
import { NEW_DEVICE, lacksFor, schemaFor, toSend, type DeviceValues } from './device-values.ts';
import { useManagers, useSensorTypesOf } from './use-choices.ts';
import { MqttLoginDialog } from './mqtt-login.tsx';

type Created = RaRecord & { mqtt: z.infer<typeof MqttLogin> };

/** A new device; once it is added, its MQTT login takes the form's place. */
export default function DeviceCreate({ onClose }: { onClose: () => void }) {
  const text = useText();
  const [created, setCreated] = useState<Created | null>(null);
  const judged = { byAdmin: may('GET /getAllManagers') };
  const managers = useManagers();
  const managerId = (judged.byAdmin ? onlyOf(managers)?.id : readSession()?.user.id) ?? null;
  const sensorId1 = onlyOf(useSensorTypesOf(managerId))?.id ?? null;
  if (created !== null) return <MqttLoginDialog login={created.mqtt} isNew onClose={onClose} />;
  return (
    <FormDialog<DeviceValues>
      title={text('devices.form.create')}
      resource="devices"
      schema={schemaFor(judged)}
      alsoWrong={lacksFor(judged)}
      values={{ ...NEW_DEVICE, managerId, sensorId1 }}
      toSend={toSend(judged)}
      saveLabel={text('devices.add')}
      width={720}
      onClose={onClose}
      onSaved={(device) => setCreated(device as Created)}
    >
      <DeviceFields {...judged} />
    </FormDialog>
  );
}

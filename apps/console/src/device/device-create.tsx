import type { MqttLogin } from '@telemon/contracts/devices/devices';
import { useState } from 'react';
import type { RaRecord } from 'react-admin';
import { useSearchParams } from 'react-router';
import { readSession } from '../data/session.ts';
import { useOnlyChoice } from '../kit/choice-input.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import { DEVICE_FORM } from './device-form.tsx';
import { NEW_DEVICE, isByAdmin, type DeviceValues } from './device-values.ts';
import { MqttLoginDialog } from './mqtt-login.tsx';

type Created = RaRecord & { mqtt: MqttLogin };

/** The form for a new device, with the name that the address may have; its MQTT login then replaces the form. */
export default function DeviceCreate() {
  const [search] = useSearchParams();
  const [created, setCreated] = useState<{ device: Created; close: () => void } | null>(null);
  const onlyManager = useOnlyChoice('managers');
  const managerId = isByAdmin() ? onlyManager : (readSession()?.user.id ?? null);
  if (created !== null) {
    return <MqttLoginDialog login={created.device.mqtt} isNew onClose={created.close} />;
  }
  return (
    <FormDialog<DeviceValues>
      {...DEVICE_FORM}
      values={{ ...NEW_DEVICE, deviceName: search.get('deviceName') ?? '', managerId }}
      onSaved={(device, _, close) => setCreated({ device: device as Created, close })}
    />
  );
}

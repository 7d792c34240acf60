import type { Device } from '@telemon/contracts/devices/devices';
import type { RaRecord } from 'react-admin';
import { useParams } from 'react-router';
import { FormDialog } from '../kit/form-dialog.tsx';
import { useText } from '../texts/use-text.ts';
import { DeviceFields } from './device-form.tsx';
import {
  isJudgedByAdmin,
  lacksFor,
  schemaFor,
  toSend,
  valuesOf,
  type DeviceValues,
} from './device-values.ts';
import { NoSuchDevice } from './no-such-device.tsx';

const judged = (before: RaRecord | undefined) => ({
  byAdmin: isJudgedByAdmin(),
  before: before as (Device & RaRecord) | undefined,
});

export default function DeviceEdit() {
  const text = useText();
  const { id = '' } = useParams();
  return (
    <FormDialog<DeviceValues>
      title={text('resources.device.action.edit')}
      resource="device"
      schema={(before) => schemaFor(judged(before))}
      alsoWrong={(values, before) => lacksFor(judged(before))(values)}
      values={(before) => valuesOf(before as Device & RaRecord)}
      toSend={(values, before) => toSend(judged(before))(values)}
      savedMessage="resources.device.saved"
      missing={<NoSuchDevice deviceName={id} />}
      width={720}
    >
      <DeviceFields />
    </FormDialog>
  );
}

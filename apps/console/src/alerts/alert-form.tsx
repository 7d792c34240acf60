import {
  AlertType,
  MESSAGE_MAX_LENGTH,
  MESSAGE_VARIABLES,
  NewAlert,
} from '@telemon/contracts/alerting/alerts';
import { ValueType } from '@telemon/contracts/readings';
import { useQuery } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import { ask } from '../data/ask.ts';
import { DeviceInput } from '../form/device-input.tsx';
import { FormDialog } from '../form/form-dialog.tsx';
import { NumberInput, SelectInput, TextAreaInput, TextInput, choicesOf } from '../form/inputs.tsx';
import { useText } from '../texts/use-text.ts';
import styles from './alert-form.module.css';

type Values = {
  deviceName: string | null;
  sensorId: string | null;
  valueType: ValueType;
  alertType: AlertType;
  criteria: { values: [number | null] };
  contact: string | null;
  email: string | null;
  message: string;
};

/** Writes a variable where the message ends. */
const Variables = () => {
  const text = useText();
  const { getValues, setValue } = useFormContext<Values>();
  return (
    <div className={styles.variables}>
      <span>{text('alerts.form.variables')}</span>
      {Object.keys(MESSAGE_VARIABLES).map((variable) => (
        <button
          key={variable}
          type="button"
          title={text(`alerts.variables.${variable.slice(1) as 'data'}`)}
          onClick={() => {
            const message = getValues('message') ?? '';
            const gap = message === '' || message.endsWith(' ') ? '' : ' ';
            setValue('message', `${message}${gap}${variable}`, { shouldDirty: true, shouldValidate: true });
          }}
        >
          {variable}
        </button>
      ))}
    </div>
  );
};

const Fields = () => {
  const text = useText();
  const { setValue } = useFormContext<Values>();
  const [deviceName, alertType, contact, email] = useWatch<
    Values,
    ['deviceName', 'alertType', 'contact', 'email']
  >({ name: ['deviceName', 'alertType', 'contact', 'email'] });
  const { data: sensors } = useQuery({
    queryKey: ['device-sensors', deviceName],
    queryFn: ({ signal }) => ask('GET /getDeviceSensor/:deviceName', { deviceName: deviceName! }, signal),
    select: ({ sensorList }) => sensorList,
    enabled: Boolean(deviceName),
  });
  return (
    <>
      <DeviceInput source="deviceName" onChosen={() => setValue('sensorId', null)} />
      <SelectInput
        source="sensorId"
        label={text('alerts.form.sensor')}
        none={text('form.choose')}
        disabled={!deviceName}
        hint={deviceName ? undefined : text('alerts.form.deviceFirst')}
        choices={(sensors ?? []).map(({ seqId, sensorData }) => ({ id: seqId, name: sensorData.sensorName }))}
      />
      <SelectInput
        source="valueType"
        label={text('alerts.form.valueType')}
        choices={choicesOf(ValueType.options)}
      />
      <SelectInput
        source="alertType"
        label={text('alerts.form.alertType')}
        choices={choicesOf(AlertType.options)}
        hint={text(`alerts.types.${alertType}`)}
      />
      <NumberInput source="criteria.values.0" label={text('alerts.form.setPoint')} min={0} />
      <span className={styles.gap} />
      <TextInput
        source="contact"
        type="tel"
        label={text('alerts.form.contact')}
        hint={text('alerts.form.contactHint')}
        maxLength={16}
        optional
      />
      <TextInput
        source="email"
        type="email"
        label={text('alerts.form.email')}
        hint={contact || email ? undefined : text('alerts.form.nobodyTold')}
        maxLength={50}
        optional
      />
      <TextAreaInput
        source="message"
        label={text('alerts.form.message')}
        maxLength={MESSAGE_MAX_LENGTH}
        wide
      />
      <Variables />
    </>
  );
};

export default function AlertCreate({ onClose }: { onClose: () => void }) {
  const text = useText();
  const notify = useNotify();
  const [search] = useSearchParams();
  return (
    <FormDialog<Values>
      title={text('alerts.add')}
      resource="alerts"
      schema={NewAlert}
      values={{
        deviceName: search.get('device'),
        sensorId: null,
        valueType: 'Current',
        alertType: 'Above',
        criteria: { values: [null] },
        contact: null,
        email: null,
        message: text('alerts.form.firstMessage'),
      }}
      saveLabel={text('alerts.add')}
      onClose={onClose}
      onSaved={() => {
        notify('alerts.saved', { type: 'success' });
        onClose();
      }}
    >
      <Fields />
    </FormDialog>
  );
}

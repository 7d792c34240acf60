import { Chip, Stack } from '@mui/material';
import {
  AlertType,
  MESSAGE_MAX_LENGTH,
  MESSAGE_VARIABLES,
  NewAlert,
  TIME_PERIODS,
  hasRange,
  hasTimePeriod,
} from '@telemon/contracts/alerting/alerts';
import { ValueType } from '@telemon/contracts/readings';
import { useEffect } from 'react';
import { NumberInput, TextInput } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { DeviceSensorInputs } from '../device/device-sensor-inputs.tsx';
import { EnumInput } from '../kit/enum-input.tsx';
import { useFormRecord } from '../kit/form-dialog.tsx';
import { useText } from '../texts/use-text.ts';
import { type AlertValues, toSend } from './alert-values.ts';
import { MoreFields } from './more-fields.tsx';
import { MqttTargetFields } from './mqtt-target-fields.tsx';

/** Each adds a variable at the end of the message. */
const Variables = () => {
  const text = useText();
  const { getValues, setValue } = useFormContext<AlertValues>();
  const add = (variable: string) => {
    const message = getValues('message') ?? '';
    const gap = message === '' || message.endsWith(' ') ? '' : ' ';
    setValue('message', `${message}${gap}${variable}`, { shouldDirty: true, shouldValidate: true });
  };
  return (
    <Stack
      direction="row"
      className="wide"
      useFlexGap
      sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 0.75 }}
    >
      <span className="quiet">{text('resources.alert.addToMessage')}</span>
      {Object.keys(MESSAGE_VARIABLES).map((variable) => (
        <Chip
          key={variable}
          component="button"
          type="button"
          variant="outlined"
          label={variable}
          title={text(`resources.alert.variables.${variable.slice(1) as 'data'}`)}
          onClick={() => add(variable)}
        />
      ))}
    </Stack>
  );
};

/** The set point, or the two thresholds of a range; the first number stays when the type changes. */
const Thresholds = ({ alertType }: Pick<AlertValues, 'alertType'>) => {
  const { getValues, setValue } = useFormContext<AlertValues>();
  const isRange = hasRange(alertType);
  useEffect(() => {
    const [first = null, second = null] = getValues('criteria.values');
    setValue('criteria.values', isRange ? [first, second] : [first]);
  }, [isRange, getValues, setValue]);
  if (!isRange)
    return (
      <NumberInput
        key="setPoint"
        source="criteria.values.0"
        label="resources.alert.fields.setPoint"
        min={0}
      />
    );
  return (
    <>
      <NumberInput key="lower" source="criteria.values.0" label="resources.alert.fields.lower" min={0} />
      <NumberInput key="upper" source="criteria.values.1" label="resources.alert.fields.upper" min={0} />
    </>
  );
};

const TimePeriod = () => {
  const text = useText();
  return (
    <EnumInput
      source="criteria.timePeriod"
      label="resources.alert.fields.timePeriod"
      options={TIME_PERIODS.map((id) => ({ id, name: text(`resources.alert.periods.h${id}`) }))}
    />
  );
};

/** The inputs of an alert; an existing one keeps its device. */
export const AlertFields = () => {
  const { alertType, contact, email, mqttEnabled } = useWatch() as AlertValues;
  return (
    <>
      <DeviceSensorInputs isDeviceFixed={useFormRecord() !== undefined} />
      <EnumInput source="valueType" words="valueType" options={ValueType.options} />
      <EnumInput
        source="alertType"
        words="alertType"
        options={AlertType.options}
        helperText={`resources.alert.types.${alertType}`}
      />
      <Thresholds alertType={alertType} />
      {hasTimePeriod(alertType) && <TimePeriod />}
      <TextInput
        source="contact"
        type="tel"
        helperText="resources.user.hints.contact"
        slotProps={{ htmlInput: { maxLength: 16 } }}
      />
      <TextInput
        source="email"
        type="email"
        helperText={contact || email || mqttEnabled ? false : 'resources.alert.hints.nobodyTold'}
        slotProps={{ htmlInput: { maxLength: 50 } }}
      />
      <MqttTargetFields />
      <TextInput
        source="message"
        multiline
        className="wide"
        slotProps={{ htmlInput: { maxLength: MESSAGE_MAX_LENGTH } }}
      />
      <Variables />
      <MoreFields />
    </>
  );
};

/** The common part of the forms for a new and for an existing alert. */
export const ALERT_FORM = { resource: 'alert', schema: NewAlert, toSend } as const;

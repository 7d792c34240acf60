import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
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
import { useSearchParams } from 'react-router';
import { DeviceSensorInputs } from '../device/device-sensor-inputs.tsx';
import { EnumInput } from '../kit/enum-input.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import { useText } from '../texts/use-text.ts';
import { periodInWords } from './period.ts';
import { MqttTargetFields, type MqttTargetValues, NO_TARGET, targetToSend } from './mqtt-target-fields.tsx';

type Values = MqttTargetValues & {
  deviceName: string | null;
  sensorId: number | null;
  valueType: ValueType;
  alertType: AlertType;
  /** One set point, or two thresholds. */
  criteria: { values: (number | null)[]; timePeriod: number | null };
  contact: string | null;
  email: string | null;
  message: string;
};

/** Each adds a variable at the end of the message. */
const Variables = () => {
  const text = useText();
  const { getValues, setValue } = useFormContext<Values>();
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
          size="small"
          label={variable}
          title={text(`resources.alert.variables.${variable.slice(1) as 'data'}`)}
          onClick={() => add(variable)}
        />
      ))}
    </Stack>
  );
};

/** The set point, or the two thresholds of a range; the first number stays when the type changes. */
const Thresholds = ({ alertType }: Pick<Values, 'alertType'>) => {
  const { getValues, setValue } = useFormContext<Values>();
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

/** Of a Periodic alert. */
const TimePeriod = ({ alertType }: Pick<Values, 'alertType'>) => {
  const { setValue } = useFormContext<Values>();
  const isAsked = hasTimePeriod(alertType);
  useEffect(() => setValue('criteria.timePeriod', isAsked ? TIME_PERIODS[0] : null), [isAsked, setValue]);
  if (!isAsked) return null;
  return (
    <EnumInput
      source="criteria.timePeriod"
      label="resources.alert.fields.timePeriod"
      options={TIME_PERIODS.map((hours) => ({ id: hours, name: periodInWords(hours) }))}
    />
  );
};

const Fields = () => {
  const { alertType, contact, email, mqttEnabled } = useWatch() as Values;
  return (
    <>
      <DeviceSensorInputs />
      <EnumInput source="valueType" options={ValueType.options} />
      <EnumInput
        source="alertType"
        options={AlertType.options}
        helperText={`resources.alert.types.${alertType}`}
      />
      <Thresholds alertType={alertType} />
      <TimePeriod alertType={alertType} />
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
    </>
  );
};

/** @param deviceName The device that is chosen at first; else that of the address. */
export default function AlertCreate({ deviceName }: { deviceName?: string }) {
  const text = useText();
  const [search] = useSearchParams();
  return (
    <FormDialog<Values>
      title={text('resources.alert.action.create')}
      saveLabel={text('resources.alert.action.create')}
      resource="alert"
      schema={NewAlert}
      values={{
        deviceName: deviceName ?? search.get('device'),
        sensorId: null,
        valueType: 'Current',
        alertType: 'Above',
        criteria: { values: [null], timePeriod: null },
        contact: null,
        email: null,
        ...NO_TARGET,
        message: text('resources.alert.firstMessage'),
      }}
      toSend={(values) => ({ ...values, ...targetToSend(values) })}
      savedMessage="resources.alert.created"
    >
      <Fields />
    </FormDialog>
  );
}

import { DeviceMetaData, LimitRefresh, Template, type Device } from '@telemon/contracts/devices';
import { useFormContext, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { may } from '../data/access.ts';
import { readSession } from '../data/session.ts';
import { NumberInput, SelectInput, TextInput, choicesOf } from '../form/inputs.tsx';
import { useText } from '../texts/use-text.ts';
import { LocationInput } from './location-input.tsx';
import { useManagers, useSensorTypesOf } from './use-choices.ts';
import styles from './device-form.module.css';

export type DeviceValues = {
  deviceName: string;
  deviceAlias: string;
  managerId: string | null;
  template: z.infer<typeof Template>;
  sensorId1: string | null;
  sensorId2: string | null;
  sensorId3: string | null;
  sensorId4: string | null;
  lat: number | null;
  lng: number | null;
  smsLimit: number | null;
  emailLimit: number | null;
  limitRefresh: z.infer<typeof LimitRefresh>;
  deviceMetaData: { maximumDepth: number | null; applicationType: string; valueType: string };
};

export const NEW_DEVICE: DeviceValues = {
  deviceName: '',
  deviceAlias: '',
  managerId: null,
  template: 'Multiple',
  sensorId1: null,
  sensorId2: null,
  sensorId3: null,
  sensorId4: null,
  lat: null,
  lng: null,
  smsLimit: 10,
  emailLimit: 10,
  limitRefresh: 'Monthly',
  deviceMetaData: { maximumDepth: 600, applicationType: 'Fill', valueType: 'First' },
};

export const valuesOf = (device: Device): DeviceValues => ({
  ...(Object.fromEntries(
    Object.keys(NEW_DEVICE).map((name) => [name, device[name as keyof Device]]),
  ) as unknown as DeviceValues),
  deviceMetaData: {
    maximumDepth: device.deviceMetaData.maximumDepth,
    applicationType: device.deviceMetaData.applicationType,
    valueType: device.deviceMetaData.valueType,
  },
});

/** How many sensors a device of a template has. */
const SENSORS_OF = { Multiple: 4, Single: 1, Ultrasonic: 1 } as const;

/** Only what the template has, and only what the person's role may set. */
export const toSend =
  (isNew: boolean) =>
  ({
    deviceName,
    deviceMetaData,
    managerId,
    smsLimit,
    emailLimit,
    limitRefresh,
    ...values
  }: DeviceValues) => {
    const count = SENSORS_OF[values.template];
    return {
      ...(isNew ? { deviceName } : {}),
      ...values,
      locationMode: 'Gps',
      sensorId2: count > 1 ? values.sensorId2 : null,
      sensorId3: count > 1 ? values.sensorId3 : null,
      sensorId4: count > 1 ? values.sensorId4 : null,
      ...(may('GET /getAllManagers') ? { managerId, smsLimit, emailLimit, limitRefresh } : {}),
      ...(values.template === 'Ultrasonic' ? { deviceMetaData } : {}),
    };
  };

/** The documents' fields, as far as the template and the person's role have them. */
export const DeviceFields = ({ isNew }: { isNew: boolean }) => {
  const text = useText();
  const isAdmin = may('GET /getAllManagers');
  const { setValue } = useFormContext<DeviceValues>();
  const [template, managerId] = useWatch<DeviceValues, ['template', 'managerId']>({
    name: ['template', 'managerId'],
  });
  const owner = isAdmin ? managerId : (managerId ?? readSession()?.user.id ?? null);
  const managers = useManagers();
  const sensorTypes = useSensorTypesOf(owner);
  const sensorChoices = (sensorTypes ?? []).map(({ id, sensorName }) => ({ id, name: sensorName }));
  const sensors = SENSORS_OF[template];

  // The documents: a change of manager resets the four sensors, which belong to the manager.
  const resetSensors = () => {
    for (const number of [1, 2, 3, 4] as const) setValue(`sensorId${number}`, null, { shouldDirty: true });
  };

  return (
    <>
      <TextInput
        source="deviceName"
        label={text('devices.form.deviceName')}
        hint={text(isNew ? 'devices.form.deviceNameHint' : 'devices.form.deviceNameFixed')}
        disabled={!isNew}
        maxLength={15}
        autoFocus={isNew}
      />
      <TextInput source="deviceAlias" label={text('devices.form.deviceAlias')} maxLength={25} />
      {isAdmin && (
        <SelectInput
          source="managerId"
          label={text('devices.form.manager')}
          none={text('form.choose')}
          choices={managers ?? []}
          onChosen={resetSensors}
        />
      )}
      <SelectInput
        source="template"
        label={text('devices.form.template')}
        choices={choicesOf(Template.options)}
      />
      {([1, 2, 3, 4] as const).slice(0, sensors).map((number) => (
        <SelectInput
          key={number}
          source={`sensorId${number}`}
          label={text('devices.form.sensor', { number })}
          none={text(number === 1 ? 'form.choose' : 'form.none')}
          optional={number > 1}
          disabled={owner === null}
          choices={sensorChoices}
          hint={
            number > 1
              ? undefined
              : owner === null
                ? text('devices.form.managerFirst')
                : sensorTypes?.length === 0
                  ? text('devices.form.noSensors')
                  : undefined
          }
        />
      ))}
      {template === 'Ultrasonic' && (
        <>
          <NumberInput
            source="deviceMetaData.maximumDepth"
            label={text('devices.form.maximumDepth')}
            min={1}
          />
          <SelectInput
            source="deviceMetaData.valueType"
            label={text('devices.form.valueType')}
            choices={choicesOf(DeviceMetaData.shape.valueType.unwrap().options)}
          />
          <SelectInput
            source="deviceMetaData.applicationType"
            label={text('devices.form.applicationType')}
            choices={choicesOf(DeviceMetaData.shape.applicationType.unwrap().options)}
          />
        </>
      )}
      <LocationInput />
      <fieldset className={`${styles.group} ${styles.limits}`} disabled={!isAdmin}>
        <legend>{text('devices.form.limits')}</legend>
        <p>{text(isAdmin ? 'devices.form.limitsHint' : 'devices.form.limitsAdmin')}</p>
        <NumberInput source="smsLimit" label={text('devices.form.smsLimit')} min={0} whole />
        <NumberInput source="emailLimit" label={text('devices.form.emailLimit')} min={0} whole />
        <SelectInput
          source="limitRefresh"
          label={text('devices.form.limitRefresh')}
          choices={choicesOf(LimitRefresh.options)}
        />
      </fieldset>
    </>
  );
};

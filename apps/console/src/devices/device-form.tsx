import {
  DeviceMetaData,
  LimitRefresh,
  SENSORS_OF,
  Template,
  hasDepth,
} from '@telemon/contracts/devices/devices';
import { lazy, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { readSession } from '../data/session.ts';
import { NumberInput, SelectInput, TextInput, choicesOf } from '../form/inputs.tsx';
import { useText } from '../texts/use-text.ts';
import { ManagerInput } from '../users/manager-input.tsx';
import { AdjustmentSection } from './adjustment-section.tsx';
import { SENSOR_NUMBERS, ofManager, type DeviceValues, type FormContext } from './device-values.ts';
import { FormSection } from './form-section.tsx';
import { MappingSection } from './mapping-section.tsx';
import { PlaceSection } from './place-section.tsx';
import { useSensorTypesOf } from './use-choices.ts';
import styles from './device-form.module.css';

const SensorTypeCreate = lazy(() => import('../sensor-types/sensor-type-form.tsx'));

/** Whose it is: an admin chooses, and hears what goes with another choice; a manager's is their own. */
const OwnerInput = (judged: FormContext) => {
  const text = useText();
  const { getValues, setValue } = useFormContext<DeviceValues>();
  const [isCleared, setCleared] = useState(false);
  const self = readSession()?.user;

  // What belongs to the former manager is none of the next one's; back at the first, it is as it was.
  const reset = (managerId: string) => {
    const before = getValues();
    const kept = ofManager(managerId || null, judged);
    const had = Boolean(before.sensorId1 ?? before.floorData.buildingId);
    for (const [name, value] of Object.entries(kept)) {
      setValue(name as keyof DeviceValues, value as never, { shouldDirty: true });
    }
    setCleared(managerId !== judged.before?.managerId && (had || judged.before !== undefined));
  };

  return (
    <>
      {judged.byAdmin ? (
        <ManagerInput source="managerId" onChosen={reset} />
      ) : (
        <SelectInput
          source="managerId"
          label={text('devices.form.manager')}
          disabled
          hint={text('devices.form.managerSelf')}
          choices={self ? [self] : []}
        />
      )}
      <p className={styles.notice} role="status" hidden={!isCleared}>
        {isCleared && text(judged.before ? 'devices.form.managerChanged' : 'devices.form.managerChangedNew')}
      </p>
    </>
  );
};

const SensorsSection = () => {
  const text = useText();
  const [template, managerId] = useWatch<DeviceValues, ['template', 'managerId']>({
    name: ['template', 'managerId'],
  });
  const sensorTypes = useSensorTypesOf(managerId || null);
  const choices = (sensorTypes ?? []).map(({ id, sensorName }) => ({ id, name: sensorName }));
  const chosen = useWatch<DeviceValues, ['sensorId1', 'sensorId2', 'sensorId3', 'sensorId4']>({
    name: ['sensorId1', 'sensorId2', 'sensorId3', 'sensorId4'],
  });
  // The way to a new one stands at those that are chosen and the next.
  const free = chosen.findIndex((id) => !id);
  const next = free < 0 ? chosen.length : free + 1;
  const hintOfFirst = () => {
    if (!managerId) return text('devices.form.managerFirst');
    return sensorTypes?.length === 0 ? text('devices.form.noSensors') : undefined;
  };
  return (
    <FormSection title={text('devices.form.sensors')} hint={text(`devices.form.templates.${template}`)}>
      {SENSOR_NUMBERS.slice(0, SENSORS_OF[template]).map((number) => (
        <SelectInput
          key={number}
          source={`sensorId${number}`}
          label={text('devices.form.sensor', { number })}
          none={text(number === 1 ? 'form.choose' : 'form.none')}
          optional={number > 1}
          disabled={!managerId}
          choices={choices}
          hint={number === 1 ? hintOfFirst() : undefined}
          add={
            number <= next
              ? {
                  label: text('sensorTypes.add'),
                  form: (props) => <SensorTypeCreate {...props} managerId={managerId ?? ''} />,
                }
              : undefined
          }
        />
      ))}
      {hasDepth(template) && (
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
    </FormSection>
  );
};

/** What only an admin changes; anybody else reads it. */
const LimitsSection = ({ byAdmin }: FormContext) => {
  const text = useText();
  return (
    <FormSection
      title={text('devices.form.limits')}
      hint={text(byAdmin ? 'devices.form.limitsHint' : 'devices.form.limitsAdmin')}
      disabled={!byAdmin}
    >
      <NumberInput source="smsLimit" label={text('devices.form.smsLimit')} min={0} whole />
      <NumberInput source="emailLimit" label={text('devices.form.emailLimit')} min={0} whole />
      <SelectInput
        source="limitRefresh"
        label={text('devices.form.limitRefresh')}
        choices={choicesOf(LimitRefresh.options)}
      />
      <SelectInput
        source="weather"
        label={text('devices.form.weather')}
        choices={[
          { id: 'enabled', name: text('devices.form.enabled') },
          { id: 'disabled', name: text('devices.form.disabled') },
        ]}
      />
    </FormSection>
  );
};

/** The documents' fields, as far as the template and the person's role have them. */
export const DeviceFields = (judged: FormContext) => {
  const text = useText();
  const isNew = judged.before === undefined;
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
      <TextInput
        source="deviceAlias"
        label={text('devices.form.deviceAlias')}
        hint={text('devices.form.deviceAliasHint')}
        maxLength={25}
        autoFocus={!isNew}
      />
      <OwnerInput {...judged} />
      <SelectInput
        source="template"
        label={text('devices.form.template')}
        choices={choicesOf(Template.options)}
      />
      <SensorsSection />
      <PlaceSection />
      <LimitsSection {...judged} />
      <AdjustmentSection />
      <MappingSection />
    </>
  );
};

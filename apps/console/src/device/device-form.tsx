import { LimitRefresh, Template, type Device } from '@telemon/contracts/devices/devices';
import { NumberInput, TextInput, type RaRecord } from 'react-admin';
import { EnumInput } from '../kit/enum-input.tsx';
import { useFormRecord } from '../kit/form-dialog.tsx';
import { translateMessages } from '../texts/translate.ts';
import { useText } from '../texts/use-text.ts';
import { AdjustmentSection } from './adjustment-section.tsx';
import { isByAdmin, missingFor, schemaFor, toSend, type DeviceValues } from './device-values.ts';
import { FormSection } from './form-section.tsx';
import { MappingSection } from './mapping-section.tsx';
import { OwnerInput } from './owner-input.tsx';
import { PlaceSection } from './place-section.tsx';
import { SensorsSection } from './sensors-section.tsx';

/** After which time without a reading the device is silent. */
const SilenceSection = () => (
  <FormSection title="resources.device.form.silence" hint="resources.device.form.silenceHint">
    <NumberInput
      source="expectedInterval"
      min={1}
      step={1}
      helperText="resources.device.hints.expectedInterval"
    />
  </FormSection>
);

/** Where its datagrams must come from. */
const UdpSection = () => (
  <FormSection title="resources.device.form.udp" hint="resources.device.form.udpHint">
    <TextInput
      source="udpSource"
      helperText="resources.device.hints.udpSource"
      slotProps={{ htmlInput: { maxLength: 49, spellCheck: false } }}
    />
  </FormSection>
);

/** Read-only except for admins. */
const LimitsSection = () => {
  const text = useText();
  const byAdmin = isByAdmin();
  const weather = (['enabled', 'disabled'] as const).map((id) => ({
    id,
    name: text(`resources.device.form.${id}`),
  }));
  return (
    <FormSection
      title="resources.device.form.limits"
      hint={`resources.device.form.${byAdmin ? 'limitsHint' : 'limitsAdmin'}`}
    >
      <NumberInput source="smsLimit" min={0} step={1} disabled={!byAdmin} />
      <NumberInput source="emailLimit" min={0} step={1} disabled={!byAdmin} />
      <EnumInput
        source="limitRefresh"
        words="limitRefresh"
        options={LimitRefresh.options}
        disabled={!byAdmin}
      />
      <EnumInput source="weather" options={weather} disabled={!byAdmin} />
    </FormSection>
  );
};

/** The documented fields that the template and the user's role have. */
const DeviceFields = () => {
  const isNew = useFormRecord() === undefined;
  return (
    <>
      <TextInput
        source="deviceName"
        helperText={`resources.device.hints.${isNew ? 'deviceName' : 'deviceNameFixed'}`}
        disabled={!isNew}
        autoFocus={isNew}
        slotProps={{ htmlInput: { maxLength: 15, spellCheck: false } }}
      />
      <TextInput
        source="deviceAlias"
        helperText="resources.device.hints.deviceAlias"
        autoFocus={!isNew}
        slotProps={{ htmlInput: { maxLength: 25 } }}
      />
      <OwnerInput />
      <EnumInput source="template" words="template" options={Template.options} />
      <SensorsSection />
      <PlaceSection />
      <SilenceSection />
      <UdpSection />
      <LimitsSection />
      <AdjustmentSection />
      <MappingSection />
    </>
  );
};

const context = (before: RaRecord | undefined) => ({
  byAdmin: isByAdmin(),
  before: before as (Device & RaRecord) | undefined,
});

/** Props that the dialogs of new and edited devices share. */
export const DEVICE_FORM = {
  resource: 'device',
  schema: (before: RaRecord | undefined) => schemaFor(context(before)),
  alsoWrong: (values: DeviceValues, before: RaRecord | undefined) =>
    translateMessages(missingFor(context(before))(values)),
  toSend: (values: DeviceValues, before: RaRecord | undefined) => toSend(context(before))(values),
  width: 720,
  children: <DeviceFields />,
};

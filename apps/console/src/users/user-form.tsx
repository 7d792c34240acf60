import { UserRole } from '@telemon/contracts/actor';
import { MqttAdmin, type User } from '@telemon/contracts/auth/users';
import { lazy, useEffect } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { mayDo } from '../data/access.ts';
import { readSession } from '../data/session.ts';
import { useManagers } from '../devices/use-choices.ts';
import { NumberInput, SelectInput, TextInput, choicesOf } from '../form/inputs.tsx';
import { passwordsDiffer, passwordsPartWays } from '../form/repeated-password.ts';
import { useLocations } from '../locations/use-locations.ts';
import { useText } from '../texts/use-text.ts';
import type { FormContext, UserValues } from './user-values.ts';

const LocationCreate = lazy(() => import('../locations/location-form.tsx'));

/** Whoever changes their own login says the password that they have now. */
const CurrentPassword = ({ self }: { self: User }) => {
  const text = useText();
  const [email, password] = useWatch<UserValues, ['email', 'password']>({ name: ['email', 'password'] });
  if (email === self.email && !password) return null;
  return (
    <TextInput
      source="currentPassword"
      type="password"
      autoComplete="current-password"
      label={text('account.currentPassword')}
      hint={text('profile.whyCurrentPassword')}
      wide
    />
  );
};

/** Says that it is another password as soon as that is sure, whatever else is still missing. */
const ConfirmPassword = () => {
  const text = useText();
  const { trigger, getFieldState } = useFormContext<UserValues>();
  const [password, repeated] = useWatch<UserValues, ['password', 'confirmPassword']>({
    name: ['password', 'confirmPassword'],
  });
  useEffect(() => {
    const { isTouched, invalid } = getFieldState('confirmPassword');
    const differ = isTouched ? passwordsDiffer : passwordsPartWays;
    // A text that was emptied is null.
    if (invalid || differ(password ?? '', repeated ?? '')) void trigger('confirmPassword');
  }, [password, repeated, trigger, getFieldState]);
  return (
    <TextInput
      source="confirmPassword"
      type="password"
      autoComplete="new-password"
      label={text('account.confirmPassword')}
    />
  );
};

/** What only an admin sets; anybody else reads it. */
const AdminsFields = ({ byAdmin, before, role }: FormContext) => {
  const text = useText();
  const userRole = useWatch<UserValues, 'userRole'>({ name: 'userRole' });
  const managers = useManagers();
  const locations = useLocations();
  const isNew = before === undefined;
  return (
    <>
      <SelectInput
        source="userRole"
        label={text('account.userRole')}
        hint={text(isNew ? 'users.form.userRoleHint' : 'users.form.userRoleFixed')}
        none={text('form.choose')}
        disabled={!byAdmin || !isNew || role !== undefined}
        choices={UserRole.options.map((option) => ({ id: option, name: text(`roles.${option}`) }))}
      />
      {byAdmin && userRole === 'assistant' && (
        <SelectInput
          source="managerId"
          label={text('users.form.manager')}
          none={text('form.choose')}
          disabled={role !== undefined}
          choices={managers ?? []}
        />
      )}
      <TextInput
        source="companyName"
        label={text('account.companyName')}
        maxLength={25}
        disabled={!byAdmin}
      />
      <SelectInput
        source="locationId"
        label={text('account.locationId')}
        none={text('form.choose')}
        disabled={!byAdmin}
        choices={(locations ?? []).map(({ id, locationName }) => ({ id, name: locationName }))}
        hint={byAdmin && locations?.length === 0 ? text('users.form.noLocations') : undefined}
        add={
          mayDo('locations', 'create')
            ? { label: text('locations.add'), form: (props) => <LocationCreate {...props} /> }
            : undefined
        }
      />
      <NumberInput
        source="smsLimit"
        label={text('users.form.smsLimit')}
        hint={text('users.form.smsLimitHint')}
        min={0}
        max={1_000}
        whole
        disabled={!byAdmin}
      />
      <SelectInput
        source="alertContactStatus"
        label={text('users.form.alertContact')}
        hint={text('users.form.alertContactHint')}
        disabled={!byAdmin}
        choices={[
          { id: '0', name: text('users.form.no') },
          { id: '1', name: text('users.form.yes') },
        ]}
      />
      <SelectInput
        source="mqttAdmin"
        label={text('users.form.mqttAdmin')}
        hint={text('users.form.mqttAdminHint')}
        disabled={!byAdmin}
        choices={choicesOf(MqttAdmin.options)}
      />
    </>
  );
};

export const UserFields = ({ byAdmin, before, role }: FormContext) => {
  const text = useText();
  const isNew = before === undefined;
  return (
    <>
      <TextInput source="name" label={text('account.name')} maxLength={25} autoFocus />
      <TextInput
        source="contact"
        type="tel"
        label={text('account.contact')}
        hint={text('users.form.contactHint')}
      />
      <TextInput source="email" type="email" label={text('account.email')} wide />
      <TextInput
        source="password"
        type="password"
        autoComplete="new-password"
        label={text('account.password')}
        hint={text(isNew ? 'users.form.passwordNew' : 'users.form.passwordKept')}
      />
      <ConfirmPassword />
      {before !== undefined && before.id === readSession()?.user.id && <CurrentPassword self={before} />}
      <AdminsFields byAdmin={byAdmin} before={before} role={role} />
    </>
  );
};

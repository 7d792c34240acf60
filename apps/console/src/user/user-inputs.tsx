import { UserRole } from '@telemon/contracts/actor';
import { MqttAdmin, type User } from '@telemon/contracts/auth/users';
import type { ReactElement } from 'react';
import { BooleanInput, NumberInput, TextInput } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { mayDo } from '../data/access.ts';
import { readSession } from '../data/session.ts';
import { ChoiceInput, useChoices } from '../kit/choice-input.tsx';
import { EnumInput } from '../kit/enum-input.tsx';
import { useFormRecord } from '../kit/form-dialog.tsx';
import { lazyPart } from '../kit/lazy-part.tsx';
import { useText } from '../texts/use-text.ts';
import { ManagerInput } from './manager-input.tsx';
import { CurrentPasswordInput, NewPasswordInputs } from './password-inputs.tsx';
import type { UserValues } from './user-values.ts';

const LocationCreate = lazyPart(() => import('../location/location-create.tsx'));

interface Props {
  byAdmin: boolean;
  /** The role of a new user, if fixed. */
  role?: UserRole | undefined;
  /** The form that adds a manager. */
  managerCreate: ReactElement;
}

const LocationInput = ({ isFixed }: { isFixed: boolean }) => {
  const hasNone = useChoices('all-locations')?.length === 0;
  return (
    <ChoiceInput
      source="locationId"
      reference="all-locations"
      label="resources.user.fields.locationId"
      optionText="locationName"
      readOnly={isFixed}
      helperText={!isFixed && hasNone && 'resources.user.hints.noLocations'}
      {...(mayDo('location', 'create') && {
        create: <LocationCreate />,
        createLabel: 'resources.location.action.create',
      })}
    />
  );
};

/** The fields that admins set; read-only for managers. */
const AdminsInputs = ({ byAdmin, role, managerCreate }: Props) => {
  const text = useText();
  const userRole = useWatch<UserValues, 'userRole'>({ name: 'userRole' });
  const isNew = useFormRecord() === undefined;
  const disabled = !byAdmin;
  return (
    <>
      <EnumInput
        source="userRole"
        helperText={isNew ? 'resources.user.hints.userRole' : 'resources.user.hints.userRoleFixed'}
        // The form omits the value of a disabled input.
        readOnly={disabled || !isNew || role !== undefined}
        options={UserRole.options.map((option) => ({ id: option, name: text(`roles.${option}`) }))}
      />
      {byAdmin && userRole === 'assistant' && (
        <ManagerInput source="managerId" create={managerCreate} readOnly={role !== undefined} />
      )}
      <TextInput
        source="companyName"
        helperText={false}
        disabled={disabled}
        slotProps={{ htmlInput: { maxLength: 25 } }}
      />
      <LocationInput isFixed={disabled} />
      <NumberInput
        source="smsLimit"
        helperText="resources.user.hints.smsLimit"
        disabled={disabled}
        min={0}
        max={1_000}
        step={1}
      />
      <EnumInput
        source="alertContactStatus"
        helperText="resources.user.hints.alertContactStatus"
        disabled={disabled}
        options={[
          { id: 0, name: text('resources.user.no') },
          { id: 1, name: text('resources.user.yes') },
        ]}
      />
      <EnumInput
        source="mqttAdmin"
        words="mqttAdmin"
        helperText="resources.user.hints.mqttAdmin"
        disabled={disabled}
        options={MqttAdmin.options}
      />
    </>
  );
};

export const UserInputs = ({ byAdmin, role, managerCreate }: Props) => {
  const before = useFormRecord<User>();
  const invite = useWatch<UserValues, 'invite'>({ name: 'invite' });
  return (
    <>
      <TextInput source="name" helperText={false} autoFocus slotProps={{ htmlInput: { maxLength: 25 } }} />
      <TextInput source="contact" type="tel" helperText="resources.user.hints.contact" />
      <TextInput source="email" type="email" helperText={false} className="wide" />
      {!before && <BooleanInput source="invite" helperText="resources.user.hints.invite" className="wide" />}
      {!invite && (
        <NewPasswordInputs helperText={`resources.user.hints.password${before ? 'Kept' : 'New'}`} />
      )}
      {before && before.id === readSession()?.user.id && <CurrentPasswordInput own={before} />}
      <AdminsInputs byAdmin={byAdmin} role={role} managerCreate={managerCreate} />
    </>
  );
};

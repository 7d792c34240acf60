import type { UserRole } from '@telemon/contracts/actor';
import type { User } from '@telemon/contracts/auth/users';
import { useGetOne } from 'react-admin';
import { may } from '../data/access.ts';
import { readSession } from '../data/session.ts';
import { useOnlyChoice } from '../kit/choice-input.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import { useText } from '../texts/use-text.ts';
import { UserInputs } from './user-inputs.tsx';
import {
  NEW_USER,
  assistantOf,
  faultsOfRepetition,
  schemaFor,
  toSend,
  type UserValues,
} from './user-values.ts';

interface Props {
  /** The fixed role; by default an admin selects it. */
  role?: UserRole;
  /** The new assistant's manager, if fixed. */
  managerId?: string | null;
}

export default function UserCreate({ role, managerId = null }: Props) {
  const text = useText();
  const byAdmin = may('GET /getAllManagers');
  const { data: self } = useGetOne<User>('user', { id: readSession()?.user.id ?? '' }, { enabled: !byAdmin });
  const locationId = useOnlyChoice('all-locations');
  const ofAdmin = { ...NEW_USER, userRole: role ?? null, managerId, locationId };
  return (
    <FormDialog<UserValues>
      resource="user"
      schema={schemaFor({ byAdmin })}
      values={byAdmin ? ofAdmin : assistantOf(self)}
      toSend={toSend({ byAdmin })}
      alsoWrong={faultsOfRepetition(text)}
      savedMessage={({ invite }) => `resources.user.${invite ? 'createdAndInvited' : 'created'}`}
    >
      <UserInputs byAdmin={byAdmin} role={role} managerCreate={<UserCreate role="manager" />} />
    </FormDialog>
  );
}

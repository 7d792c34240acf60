import type { UserRole } from '@telemon/contracts/actor';
import type { User } from '@telemon/contracts/auth/users';
import { useGetOne, useNotify } from 'react-admin';
import { may } from '../data/access.ts';
import { readSession } from '../data/session.ts';
import type { AddForm } from '../form/add-here.tsx';
import { FormDialog } from '../form/form-dialog.tsx';
import { onlyOf } from '../form/only-of.ts';
import { useLocations } from '../locations/use-locations.ts';
import { useText } from '../texts/use-text.ts';
import { UserFields } from './user-form.tsx';
import {
  NEW_USER,
  assistantOf,
  faultsOfRepetition,
  schemaFor,
  toSend,
  type UserValues,
} from './user-values.ts';

interface Props extends AddForm {
  /** The role that is wanted where it is opened; without it an admin chooses. */
  role?: UserRole;
  /** Whose assistant it will be, where that is settled. */
  managerId?: string | null;
}

export default function UserCreate({ onClose, onAdded, role, managerId = null }: Props) {
  const text = useText();
  const notify = useNotify();
  const byAdmin = may('GET /getAllManagers');
  const { data: self } = useGetOne<User>(
    'users',
    { id: readSession()?.user.id ?? '' },
    { enabled: !byAdmin },
  );
  const locationId = onlyOf(useLocations())?.id ?? null;
  const values = byAdmin ? { ...NEW_USER, userRole: role ?? null, managerId, locationId } : assistantOf(self);
  return (
    <FormDialog<UserValues>
      title={text('users.add')}
      resource="users"
      schema={schemaFor({ byAdmin })}
      values={values}
      alsoWrong={faultsOfRepetition(text)}
      toSend={toSend({ byAdmin })}
      saveLabel={text('users.add')}
      onClose={onClose}
      onSaved={({ id }) => {
        if (onAdded) onAdded(String(id));
        else notify('users.created', { type: 'success' });
        onClose();
      }}
    >
      <UserFields byAdmin={byAdmin} role={role} />
    </FormDialog>
  );
}

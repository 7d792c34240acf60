import type { User } from '@telemon/contracts/users';
import { useGetOne, useNotify } from 'react-admin';
import { may } from '../data/access.ts';
import { readSession } from '../data/session.ts';
import { FormDialog } from '../form/form-dialog.tsx';
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

export default function UserCreate({ onClose }: { onClose: () => void }) {
  const text = useText();
  const notify = useNotify();
  const byAdmin = may('GET /getAllManagers');
  const { data: self } = useGetOne<User>(
    'users',
    { id: readSession()?.user.id ?? '' },
    { enabled: !byAdmin },
  );
  return (
    <FormDialog<UserValues>
      title={text('users.add')}
      resource="users"
      schema={schemaFor({ byAdmin })}
      values={byAdmin ? NEW_USER : assistantOf(self)}
      alsoWrong={faultsOfRepetition(text)}
      toSend={toSend({ byAdmin })}
      saveLabel={text('users.add')}
      onClose={onClose}
      onSaved={() => {
        notify('users.created', { type: 'success' });
        onClose();
      }}
    >
      <UserFields byAdmin={byAdmin} />
    </FormDialog>
  );
}

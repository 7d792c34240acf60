import type { User } from '@telemon/contracts/auth/users';
import { useGetOne, useNotify } from 'react-admin';
import { useParams } from 'react-router';
import { may } from '../data/access.ts';
import { keepChanged } from '../data/session.ts';
import { FormDialog } from '../form/form-dialog.tsx';
import { NoRecord } from '../form/no-record.tsx';
import { Picture } from '../list/picture.tsx';
import { useText } from '../texts/use-text.ts';
import { UserFields } from './user-form.tsx';
import { faultsOfRepetition, schemaFor, toSend, valuesOf, type UserValues } from './user-values.ts';

export default function UserEdit({ onClose }: { onClose: () => void }) {
  const text = useText();
  const notify = useNotify();
  const { id = '' } = useParams();
  const { data: before, error, refetch } = useGetOne<User>('users', { id });
  if (before === undefined) {
    return (
      <NoRecord
        title={text('users.edit')}
        error={error}
        missing={<Picture icon="search" title={text('users.unknown')} what={text('users.unknownWhat')} />}
        onRetry={() => void refetch()}
        onClose={onClose}
      />
    );
  }
  const judged = { byAdmin: may('GET /getAllManagers'), before };
  return (
    <FormDialog<UserValues>
      title={text('users.edit')}
      resource="users"
      schema={schemaFor(judged)}
      record={before}
      values={valuesOf(before)}
      alsoWrong={faultsOfRepetition(text)}
      toSend={toSend(judged)}
      onClose={onClose}
      onSaved={(saved) => {
        keepChanged(saved as User);
        notify('users.updated', { type: 'success' });
        onClose();
      }}
    >
      <UserFields {...judged} />
    </FormDialog>
  );
}

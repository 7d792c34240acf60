import type { User } from '@telemon/contracts/auth/users';
import { may } from '../data/access.ts';
import { updateStoredUser } from '../data/session.ts';
import { FormDialog } from '../kit/form-dialog.tsx';
import { lazyPart } from '../kit/lazy-part.tsx';
import { useText } from '../texts/use-text.ts';
import { UserInputs } from './user-inputs.tsx';
import { faultsOfRepetition, schemaFor, toSend, valuesOf, type UserValues } from './user-values.ts';

const UserCreate = lazyPart(() => import('./user-create.tsx'));

export default function UserEdit() {
  const text = useText();
  const byAdmin = may('GET /getAllManagers');
  return (
    <FormDialog<UserValues>
      title={text('resources.user.edit')}
      resource="user"
      schema={(before) => schemaFor({ byAdmin, before: before as User })}
      values={(before) => valuesOf(before as User)}
      toSend={(values, before) => toSend({ byAdmin, before: before as User })(values)}
      alsoWrong={faultsOfRepetition(text)}
      savedMessage="resources.user.updated"
      onSaved={(saved, _, close) => {
        updateStoredUser(saved as User);
        close();
      }}
    >
      <UserInputs byAdmin={byAdmin} managerCreate={<UserCreate role="manager" />} />
    </FormDialog>
  );
}

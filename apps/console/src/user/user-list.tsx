import type { User } from '@telemon/contracts/auth/users';
import { useRecordContext } from 'react-admin';
import { Route } from 'react-router';
import { may } from '../data/access.ts';
import { ask } from '../data/ask.ts';
import { ActionButton } from '../kit/action-button.tsx';
import { Aside } from '../kit/aside.tsx';
import { Column, RowActions, RowNumber } from '../kit/column.tsx';
import { DeleteButton } from '../kit/delete-button.tsx';
import { lazyPart } from '../kit/lazy-part.tsx';
import { infoOf } from '../kit/list-info.tsx';
import { ResourceList } from '../kit/resource-list.tsx';
import { RowLink } from '../kit/row-link.tsx';
import { useAct } from '../kit/use-act.ts';
import { WIDE_PX, useHiddenAtFirst } from '../kit/use-hidden-at-first.ts';
import { useText } from '../texts/use-text.ts';

const UserCreate = lazyPart(() => import('./user-create.tsx'));
const UserEdit = lazyPart(() => import('./user-edit.tsx'));

/** Only admins have this column. */
const FITS_FROM = { companyName: WIDE_PX };

/** Sends a user who has not signed in yet another invitation. */
const InviteAgain = () => {
  const text = useText();
  const { id, hasSignedIn } = useRecordContext<User>()!;
  const invite = useAct({
    mutationFn: () => ask('POST /user/:id/invitation', { id }),
    done: 'resources.user.invited',
  });
  if (hasSignedIn) return null;
  return (
    <ActionButton
      icon="send"
      label={text('resources.user.inviteAgain')}
      aria-disabled={invite.isPending}
      onClick={() => invite.isPending || invite.mutate()}
    />
  );
};

const Name = () => {
  const text = useText();
  const { name, hasSignedIn } = useRecordContext<User>()!;
  return (
    <>
      {name}
      {!hasSignedIn && <Aside isBelow>{text('resources.user.notSignedInYet')}</Aside>}
    </>
  );
};

/** Breaks lines only before the host. */
const Email = () => {
  const { email } = useRecordContext<User>()!;
  const host = email.lastIndexOf('@');
  return (
    <>
      {email.slice(0, host)}
      <wbr />
      {email.slice(host)}
    </>
  );
};

const orDash = (words: string) => words || <span className="quiet">–</span>;

/** Manage Users. Admins see company and role; managers only see assistants of their own company. */
export default function UserList() {
  const text = useText();
  const byAdmin = may('GET /getAllManagers');
  return (
    <ResourceList<User>
      exported="user"
      label="pages.users"
      info={byAdmin ? infoOf('user', 'roles', 'manager', 'delete') : infoOf('user', 'own', 'delete')}
      hiddenColumns={useHiddenAtFirst(FITS_FROM)}
      dialogs={
        <>
          <Route path="create" element={<UserCreate />} />
          <Route path=":id" element={<UserEdit />} />
        </>
      }
    >
      <RowNumber />
      <Column<User> source="name" onCard="title" isFixed className="wraps" field={Name} />
      <Column<User> source="contact" render={({ contact }) => orDash(contact)} />
      <Column<User> source="email" className="wraps" field={Email} />
      {byAdmin && (
        <Column<User>
          source="companyName"
          label="resources.user.columns.companyName"
          className="wraps"
          render={({ companyName }) => orDash(companyName)}
        />
      )}
      {byAdmin && <Column<User> source="userRole" render={({ userRole }) => text(`roles.${userRole}`)} />}
      <RowActions>
        <RowLink icon="edit" label="resources.user.edit" />
        <InviteAgain />
        <DeleteButton<User> what={({ name, email }) => text('resources.user.deleteWhat', { name, email })} />
      </RowActions>
    </ResourceList>
  );
}

import type { User } from '@telemon/contracts/auth/users';
import { lazy } from 'react';
import { Route } from 'react-router';
import { may } from '../data/access.ts';
import { IconButton } from '../layout/icon-button.tsx';
import { AddButton } from '../list/add-button.tsx';
import { options, rowNumber, type Column } from '../list/column.tsx';
import { DeleteWithConfirm } from '../list/delete-with-confirm.tsx';
import { Dialogs } from '../list/dialogs.tsx';
import { ListPage } from '../list/list-page.tsx';
import { ListView } from '../list/list-view.tsx';
import { useList } from '../list/use-list.ts';
import { useOverList } from '../list/use-over-list.ts';
import { useText } from '../texts/use-text.ts';

const UserCreate = lazy(() => import('./user-create.tsx'));
const UserEdit = lazy(() => import('./user-edit.tsx'));

const Options = ({ user }: { user: User }) => {
  const text = useText();
  const { open } = useOverList('users');
  return (
    <>
      <IconButton icon="edit" label={text('users.edit')} onClick={() => open(user.id)} />
      <DeleteWithConfirm
        resource="users"
        record={user}
        label={text('users.delete')}
        what={text('users.deleteWhat', { name: user.name, email: user.email })}
      />
    </>
  );
};

/** In two lines it breaks before the host, nowhere else. */
const Email = ({ address }: { address: string }) => {
  const host = address.lastIndexOf('@');
  return (
    <>
      {address.slice(0, host)}
      <wbr />
      {address.slice(host)}
    </>
  );
};

const Role = ({ role }: { role: User['userRole'] }) => useText()(`roles.${role}`);

const NAME: Column<User> = {
  name: 'name',
  label: 'account.name',
  sort: 'name',
  wraps: true,
  fixed: true,
  onCard: 'title',
  render: ({ name }) => name,
};
const CONTACT: Column<User> = {
  name: 'contact',
  label: 'account.contact',
  render: ({ contact }) => contact || <span className="quiet">–</span>,
};
const EMAIL: Column<User> = {
  name: 'email',
  label: 'account.email',
  sort: 'email',
  wraps: true,
  render: ({ email }) => <Email address={email} />,
};
/** What an admin sees besides: a manager's users are all assistants in the manager's own company. */
const OF_ADMIN: Column<User>[] = [
  {
    name: 'company',
    label: 'users.columns.companyName',
    sort: 'companyName',
    wraps: true,
    render: ({ companyName }) => companyName || <span className="quiet">–</span>,
  },
  {
    name: 'role',
    label: 'account.userRole',
    sort: 'userRole',
    render: ({ userRole }) => <Role role={userRole} />,
  },
];
const OPTIONS = options<User>((user) => <Options user={user} />);

export default function UsersPage() {
  const text = useText();
  const { close } = useOverList('users');
  const list = useList<User>('users');
  const byAdmin = may('GET /getAllManagers');
  const addButton = <AddButton page="users" label="users.add" />;
  return (
    <ListPage
      name="users"
      heading="users.info.heading"
      bullets={
        byAdmin
          ? ['users.info.roles', 'users.info.manager', 'users.info.delete']
          : ['users.info.own', 'users.info.delete']
      }
    >
      <ListView
        list={list}
        label={text('pages.users')}
        columns={[rowNumber<User>(), NAME, CONTACT, EMAIL, ...(byAdmin ? OF_ADMIN : []), OPTIONS]}
        searchable
        actions={addButton}
        empty={{ title: text('users.empty.title'), what: text('users.empty.what'), action: addButton }}
      />
      <Dialogs>
        <Route path="create" element={<UserCreate onClose={close} />} />
        <Route path=":id" element={<UserEdit onClose={close} />} />
      </Dialogs>
    </ListPage>
  );
}

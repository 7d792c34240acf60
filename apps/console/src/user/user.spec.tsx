/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react/pure';
import { pageOfRows } from '../../testing/lists.ts';
import { openConsole, v1 } from '../../testing/open-console.tsx';
import { ADA, ASA, MAUD, MILA } from '../../testing/people.ts';
import {
  button,
  chooseOption,
  columns,
  confirmation,
  dialog,
  exactly,
  field,
  fill,
  fillIn,
  hasFocus,
  hears,
  initials,
  isDisabled,
  row,
} from '../../testing/screen-steps.ts';

const PAGE = '/dashboard/user';
const PASSWORD = 'a password of theirs';
const REQUIRED = 'This field is required';

let users = [ADA, MAUD, ASA];

beforeEach(() => {
  users = [ADA, MAUD, ASA];
  v1.answer('GET /user', (query) => {
    const { rows, pagination } = pageOfRows(users, query);
    return { users: rows, pagination };
  });
  v1.answer('GET /user/:id', ({ id }) => [ADA, MAUD, ASA].find((one) => one.id === id)!);
  v1.answer('GET /getAllManagers', { managers: [MAUD, MILA] });
  const locations = ['Lyon', 'Annecy'].map((locationName) => ({
    id: locationName.toLowerCase(),
    locationName,
  }));
  v1.answer('GET /getAllLocation', { locations });
  v1.answer('POST /user', ASA);
  v1.answer('PATCH /user/:id', ({ id, name }) => {
    const before = users.find((one) => one.id === id)!;
    const after = { ...before, name: name ?? before.name };
    users = users.map((one) => (one === before ? after : one));
    return after;
  });
  v1.answer('DELETE /user/:id', null);
});

const inForm = async (path: string, person = ADA) => {
  const user = openConsole(`${PAGE}${path}`, person);
  const form = await dialog();
  await within(form).findByLabelText(exactly('Name'));
  return { user, form };
};

describe('the users', () => {
  it('are shown to an admin with company and role', async () => {
    openConsole(PAGE, ADA);
    expect((await row('Maud Manager')).textContent).toContain('Cold StoresManager');
    expect(await columns()).toEqual(['SNo', 'Name', 'Contact', 'Email', 'CompanyName', 'Role', 'Options']);
  });

  it('are shown to a manager without company and role', async () => {
    users = [ASA];
    openConsole(PAGE, MAUD);
    await row('Asa Assistant');
    expect(await columns()).toEqual(['SNo', 'Name', 'Contact', 'Email', 'Options']);
  });

  it('are deleted with their role in the request', async () => {
    const user = openConsole(PAGE, ADA);
    await user.click(within(await row('Asa Assistant')).getByRole('button', { name: 'Delete User' }));
    const question = await confirmation();
    within(question).getByText(/^Asa Assistant \(asa@example.com\) will be deleted/);
    await user.click(await button('Yes'));
    await hears('Deleted!');
    expect(v1.asked.find(({ route }) => route === 'DELETE /user/:id')?.query).toEqual({
      userRole: 'assistant',
    });
  });

  it('are invited again until they have signed in', async () => {
    users = [ADA, { ...ASA, hasSignedIn: false }];
    v1.answer('POST /user/:id/invitation', null);
    const user = openConsole(PAGE, ADA);
    within(await row('Asa Assistant')).getByText('Has not signed in yet');
    const invite = { name: 'Send invitation again' };
    await user.click(within(await row('Asa Assistant')).getByRole('button', invite));
    await hears('Invitation sent');
    expect(v1.askedOf('POST /user/:id/invitation')).toEqual([{ id: 'asa' }]);
    expect(within(await row('Ada Admin')).queryByRole('button', invite)).toBeNull();
  });

  it('stay after an error response to a delete', async () => {
    const user = openConsole(PAGE, ADA);
    await user.click(within(await row('Ada Admin')).getByRole('button', { name: 'Delete User' }));
    v1.refuseOnce('DELETE /user/:id', { status: 409, message: 'You cannot delete your own account' });
    await user.click(await button('Yes'));
    await hears('You cannot delete your own account');
    await row('Ada Admin');
  });
});

describe('the form that adds a user', () => {
  it('shows the error of each field', async () => {
    const { user, form } = await inForm('/create');
    await hasFocus(() => field(form, 'Name'));
    expect(within(form).queryByLabelText(exactly('Manager'))).toBeNull();
    await chooseOption(user, form, 'Role', 'Assistant');
    await within(form).findByLabelText(exactly('Manager'));
    await user.click(within(form).getByLabelText('Invite by e-mail'));
    await user.click(within(form).getByRole('button', { name: 'Add User' }));
    // Name, contact, email, password, manager, company and location.
    await waitFor(() => expect(within(form).getAllByText(REQUIRED)).toHaveLength(7));
    await hasFocus(() => field(form, 'Name'));
    const faults = {
      Name: ['No', 'At least 3 characters'],
      Contact: ['12', 'invalid contact number'],
      Email: ['nobody', 'This should be a valid email'],
      Password: ['1234567', 'At least 8 characters'],
      'Confirm Password': ['another', 'Password and Repeat Password should match!'],
      'Company Name': ['Co', 'At least 3 characters'],
      'SMS Limit': ['1001', 'At most 1,000'],
    } as const;
    for (const [label, [typed, fault]] of Object.entries(faults)) {
      await fill(user, field(form, label), typed);
      await waitFor(() => expect(within(form).queryAllByText(fault)).not.toEqual([]));
    }
    await fill(user, field(form, 'Email'), `${'n'.repeat(40)}@example.com`);
    await within(form).findByText('At most 50 characters');
    expect(v1.askedOf('POST /user')).toEqual([]);
  });

  it('sends the entered values, also after an error response', async () => {
    const { user, form } = await inForm('/create');
    await chooseOption(user, form, 'Role', 'Assistant');
    await fillIn(user, form, {
      Name: 'Nora North',
      Contact: '15005550011',
      Email: 'maud@example.com',
    });
    await user.click(within(form).getByLabelText('Invite by e-mail'));
    await fillIn(user, form, {
      Password: PASSWORD,
      'Confirm Password': PASSWORD,
      Manager: 'Maud Manager',
      'Company Name': 'Cold Cellars',
      Location: 'Lyon',
      'SMS Limit': '40',
      'Alert Contact': 'Yes',
      'MQTT Admin': 'Active',
    });
    const refusal = 'There is already a user with the address maud@example.com';
    v1.refuseOnce('POST /user', { status: 409, message: refusal, fields: { email: 'It is taken' } });
    await user.click(within(form).getByRole('button', { name: 'Add User' }));
    await within(await within(form).findByRole('alert')).findByText(refusal);
    await hasFocus(() => field(form, 'Email'));
    await fill(user, field(form, 'Email'), 'nora@example.com');
    await user.keyboard('{Enter}');
    await hears('User created');
    expect(v1.askedOf('POST /user').at(-1)).toMatchObject({
      name: 'Nora North',
      contact: '15005550011',
      email: 'nora@example.com',
      invite: false,
      password: PASSWORD,
      userRole: 'assistant',
      managerId: 'maud',
      companyName: 'Cold Cellars',
      locationId: 'lyon',
      smsLimit: 40,
      alertContactStatus: 1,
      mqttAdmin: 'Active',
    });
  });

  it('invites a user without a password, also if one was typed before, and says so', async () => {
    const { user, form } = await inForm('/create');
    expect(within(form).queryByLabelText(exactly('Password'))).toBeNull();
    await user.click(within(form).getByLabelText('Invite by e-mail'));
    await fill(user, await within(form).findByLabelText(exactly('Password')), PASSWORD);
    await user.click(within(form).getByLabelText('Invite by e-mail'));
    await chooseOption(user, form, 'Role', 'Manager');
    await fillIn(user, form, {
      Name: 'Nora North',
      Contact: '15005550011',
      Email: 'nora@example.com',
      'Company Name': 'Cold Cellars',
      Location: 'Lyon',
    });
    await user.click(within(form).getByRole('button', { name: 'Add User' }));
    await hears('User created, invitation sent');
    expect(v1.askedOf('POST /user')).toMatchObject([
      { email: 'nora@example.com', invite: true, password: '' },
    ]);
  });

  it('adds a location without losing the typed text', async () => {
    const locations: { id: string; locationName: string }[] = [];
    v1.answer('GET /getAllLocation', () => ({ locations }));
    v1.answer('POST /location', ({ locationName }) => {
      locations.push({ id: 'grenoble', locationName });
      return locations[0]!;
    });
    const { user, form } = await inForm('/create');
    await fillIn(user, form, { Name: 'Nora North' });
    await within(form).findByText('There is no location yet: add the first here.');
    await chooseOption(user, form, 'Location', 'Add Location');
    const above = await dialog('Add Location');
    await fill(user, field(above, 'Location Name'), 'Grenoble');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(field(form, 'Location').value).toBe('Grenoble'));
    expect(field(form, 'Name').value).toBe('Nora North');
  });

  it('disables the fields that only an admin sets for a manager', async () => {
    const { user, form } = await inForm('/create', MAUD);
    const fixed = ['Role', 'Company Name', 'Location', 'SMS Limit', 'Alert Contact', 'MQTT Admin'];
    for (const label of fixed) expect(isDisabled(form, label)).toBe(true);
    expect(within(form).queryByLabelText(exactly('Manager'))).toBeNull();
    await waitFor(() => expect(field(form, 'Company Name').value).toBe('Cold Stores'));
    expect(field(form, 'Role').textContent).toBe('Assistant');
    await fillIn(user, form, {
      Name: 'Otto Own',
      Contact: '15005550013',
      Email: 'otto@example.com',
    });
    await user.click(within(form).getByRole('button', { name: 'Add User' }));
    await hears('User created, invitation sent');
  });
});

describe('the form that edits a user', () => {
  it('sends only the changed fields, and never the role', async () => {
    const { user, form } = await inForm('/asa');
    expect(isDisabled(form, 'Role')).toBe(true);
    await fillIn(user, form, { Name: 'Asa South', Manager: 'Mila Manager' });
    await user.click(within(form).getByRole('button', { name: 'Save' }));
    await hears('User updated');
    await row('Asa South');
    expect(v1.askedOf('PATCH /user/:id')).toEqual([
      { id: 'asa', name: 'Asa South', managerId: 'mila', managerChanged: true },
    ]);
  });

  it("requires the current password only for the user's own email, contact or password", async () => {
    const { user, form } = await inForm('/ada');
    expect(within(form).queryByLabelText(exactly('Current Password'))).toBeNull();
    const typed = { Password: 'another password', 'Confirm Password': 'another password' };
    await fillIn(user, form, typed);
    await fill(user, await within(form).findByLabelText(exactly('Current Password')), 'not the password');
    const message = 'The current password is wrong';
    v1.refuseOnce('PATCH /user/:id', { status: 422, message, fields: { currentPassword: message } });
    await user.click(within(form).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(within(form).getAllByText(message).length).toBeGreaterThan(0));
    await user.clear(field(form, 'Password'));
    await waitFor(() => expect(within(form).queryByLabelText(exactly('Current Password'))).toBeNull());
    await fill(user, field(form, 'Name'), 'Ada Adams');
    await user.click(within(form).getByRole('button', { name: 'Save' }));
    await hears('User updated');
    const sent = v1.askedOf('PATCH /user/:id').at(-1);
    expect(sent).toMatchObject({ id: 'ada', name: 'Ada Adams' });
    expect(sent).not.toHaveProperty('password');
    await initials('AA');
  });

  it('lets a manager edit an assistant, but not their company', async () => {
    const { user, form } = await inForm('/asa', MAUD);
    expect(isDisabled(form, 'Company Name')).toBe(true);
    await fill(user, field(form, 'Contact'), '+15005550014');
    await user.click(within(form).getByRole('button', { name: 'Save' }));
    await hears('User updated');
    expect(v1.askedOf('PATCH /user/:id')).toEqual([expect.objectContaining({ contact: '+15005550014' })]);
  });

  it('shows that a user does not exist', async () => {
    v1.refuseOnce('GET /user/:id', { status: 404, message: 'There is no such user' });
    openConsole(`${PAGE}/nobody`, ADA);
    await within(await dialog()).findByText('There is no such user');
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  });
});

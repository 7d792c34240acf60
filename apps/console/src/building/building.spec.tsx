/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react/pure';
import { Refused } from '../../testing/fake-v1.ts';
import { address, openConsole, v1 } from '../../testing/open-console.tsx';
import { ADA, ASA, MAUD, MILA } from '../../testing/people.ts';
import {
  button,
  columns,
  dialog,
  exactly,
  field,
  fill,
  fillIn,
  hears,
  isDisabled,
  row,
} from '../../testing/screen-steps.ts';
import { aBuilding } from '../../testing/things.ts';

const PAGE = '/dashboard/building';
const STORE = aBuilding('b1', 'Cold store');

beforeEach(() => {
  v1.answer('GET /building', { building: [STORE], pagination: { totalCount: 1 } });
  v1.answer('GET /building/:id', ({ id }) => {
    if (id !== STORE.buildingId) throw new Refused({ status: 404, message: 'There is no such building' });
    return STORE;
  });
  v1.answer('GET /getAllManagers', { managers: [MAUD, MILA] });
  v1.answer('POST /building', STORE);
  v1.answer('PATCH /building/:id', STORE);
  v1.answer('DELETE /building/:id', null);
});

const inForm = async (path: string, person = ADA) => {
  const user = openConsole(`${PAGE}${path}`, person);
  const form = await dialog('Add/Edit Building');
  await within(form).findByLabelText(exactly('Latitude'));
  return { user, form };
};

describe('the buildings', () => {
  it.each([
    ['an admin', ADA, ['SNo', 'Building Name', 'Manager Name', 'Created At', 'Options']],
    ['a manager', MAUD, ['SNo', 'Building Name', 'Created At', 'Options']],
    ['an assistant', ASA, ['SNo', 'Building Name', 'Created At']],
  ])('are listed for %s', async (_, person, expected) => {
    openConsole(PAGE, person);
    await row('Cold store');
    expect(await columns()).toEqual(expected);
    screen.getByText('Buildings that devices stand in');
    const add = screen.queryByRole('link', { name: 'Add Building' });
    expect(add !== null).toBe(person !== ASA);
  });

  it('are deleted by one request, even after a double click', async () => {
    const user = openConsole(PAGE, ADA);
    await user.click(within(await row('Cold store')).getByRole('button', { name: 'Delete Building' }));
    const answer = v1.holdBack('DELETE /building/:id');
    await user.dblClick(await button('Yes'));
    answer();
    await hears('Deleted!');
    expect(v1.askedOf('DELETE /building/:id')).toHaveLength(1);
  });
});

describe('the form of a building', () => {
  it('requires each field, and a name of valid length', async () => {
    const { user, form } = await inForm('/create');
    await user.click(within(form).getByRole('button', { name: 'Add Building' }));
    await waitFor(() => expect(within(form).getAllByText('This field is required')).toHaveLength(4));
    await user.type(field(form, 'Building Name'), 'Co');
    await within(form).findByText('At least 3 characters');
    await user.clear(field(form, 'Building Name'));
    await user.type(field(form, 'Building Name'), 'C'.repeat(26));
    expect(field(form, 'Building Name').value).toHaveLength(25);
  });

  it('adds a building by coordinates', async () => {
    const { user, form } = await inForm('/create');
    const typed = {
      'Building Name': 'Cold store',
      Manager: 'Mila Manager',
      Latitude: '45.76',
      Longitude: '4.84',
    };
    await fillIn(user, form, typed);
    await user.click(within(form).getByRole('button', { name: 'Add Building' }));
    await hears('Building created');
    expect(v1.askedOf('POST /building')).toEqual([
      { buildingName: 'Cold store', managerId: 'mila', lat: 45.76, lng: 4.84 },
    ]);
    expect(address()).toBe(PAGE);
  });

  it('has no manager field for a manager', async () => {
    const { form } = await inForm('/create', MAUD);
    expect(within(form).queryByLabelText(exactly('Manager'))).toBeNull();
  });

  it('sends that the manager changed, and never the name', async () => {
    const { user, form } = await inForm('/b1');
    expect(isDisabled(form, 'Building Name')).toBe(true);
    await fillIn(user, form, { Manager: 'Mila Manager' });
    await within(form).findByText(/^Its floors go along to this manager/);
    await user.click(within(form).getByRole('button', { name: 'Save' }));
    await hears('Building updated');
    expect(v1.askedOf('PATCH /building/:id')).toEqual([
      { id: 'b1', managerId: 'mila', managerChanged: true },
    ]);
  });

  it('stays open with the error if a building cannot be saved', async () => {
    const { user, form } = await inForm('/b1');
    await fill(user, field(form, 'Latitude'), '46');
    v1.refuseOnce('PATCH /building/:id', { status: 404, message: 'There is no such building' });
    await user.click(within(form).getByRole('button', { name: 'Save' }));
    await within(await within(form).findByRole('alert')).findByText('There is no such building');
    expect(field(form, 'Latitude').value).toBe('46');
  });

  it('shows that a building does not exist', async () => {
    openConsole(`${PAGE}/gone`, ADA);
    await within(await dialog()).findByText('There is no such building');
  });
});

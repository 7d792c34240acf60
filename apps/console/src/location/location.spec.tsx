/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react/pure';
import { Refused } from '../../testing/fake-v1.ts';
import { pageOfRows } from '../../testing/lists.ts';
import { address, listState, openConsole, path, v1 } from '../../testing/open-console.tsx';
import { ADA, MAUD } from '../../testing/people.ts';
import {
  button,
  columns,
  confirmation,
  dialog,
  field,
  fill,
  hasFocus,
  hears,
  row,
  rowNow,
  sorter,
  addLink,
} from '../../testing/screen-steps.ts';

const PAGE = '/dashboard/location';

let locations: { id: string; locationName: string }[];

beforeEach(() => {
  locations = ['Lyon', 'Annecy'].map((locationName) => ({ id: locationName, locationName }));
  v1.answer('GET /location', (query) => {
    const { rows, pagination } = pageOfRows(locations, query);
    return { data: rows, pagination };
  });
  v1.answer('POST /location', ({ locationName }) => {
    if (locations.some((one) => one.locationName === locationName)) {
      const fields = { locationName: 'There is already one of this name' };
      throw new Refused({ status: 409, message: `There is already a location ${locationName}`, fields });
    }
    const made = { id: locationName, locationName };
    locations.push(made);
    return made;
  });
  v1.answer('DELETE /location/:id', ({ id }) => {
    locations = locations.filter((one) => one.id !== id);
    return null;
  });
});

describe('the locations', () => {
  it('are listed with an explanation', async () => {
    openConsole(PAGE, ADA);
    await row('Lyon');
    expect(await columns()).toEqual(['SNo', 'Name', 'Options']);
    expect(screen.getByText('Where customers are')).toBeTruthy();
    expect(screen.queryByRole('navigation', { name: 'pagination navigation' })).toBeNull();
  });

  it('are not available to a manager', async () => {
    openConsole(PAGE, MAUD);
    await waitFor(() => expect(address()).toBe('/dashboard/home'));
    expect(v1.askedOf('GET /location')).toEqual([]);
  });

  it('have a pager for several pages, with the page in the address', async () => {
    locations = Array.from({ length: 11 }, (_, index) => ({
      id: `p${index}`,
      locationName: `Place ${index + 1}.`,
    }));
    const user = openConsole(PAGE, ADA);
    await user.click(await button('Go to page 2'));
    await row('Place 11.');
    expect(path()).toBe(PAGE);
    expect(listState()).toEqual({ page: '2' });
    expect(rowNow('Place 1.')).toBeUndefined();
    expect(screen.getByText('11-11 of 11')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Go to previous page' }));
    await row('Place 1.');
    expect(listState()).toEqual({});
  });

  it('keep sort and search in the address', async () => {
    const user = openConsole(PAGE, ADA);
    await row('Lyon');
    await user.click(await sorter('name'));
    await waitFor(() => expect(listState()).toEqual({ sort: 'locationName' }));
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'nowhere');
    await screen.findByText('Nothing matches “nowhere”');
    expect(v1.askedOf('GET /location').at(-1)).toMatchObject({ q: 'nowhere', sort: 'locationName' });
    await user.click(screen.getByRole('button', { name: 'Clear the search' }));
    await row('Lyon');
  });

  it('show that there are none, with a link to add one', async () => {
    locations = [];
    const user = openConsole(PAGE, ADA);
    await screen.findByText('No locations yet');
    await user.click(await addLink('Add Location'));
    await dialog('Add Location');
  });

  it('show why they cannot be loaded, and load on a retry', async () => {
    v1.refuseOnce('GET /location', { status: 400, message: 'Out of order', requestId: 'r-7' });
    const user = openConsole(PAGE, ADA);
    await screen.findByText('This could not be loaded');
    expect(screen.getByText('(request r-7)')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await row('Lyon');
  });

  it('are deleted after a confirmation', async () => {
    const user = openConsole(PAGE, ADA);
    const remove = within(await row('Lyon')).getByRole('button', { name: 'Delete Location' });
    await user.click(remove);
    const question = await confirmation();
    expect(within(question).getByText('Lyon will be deleted. Nobody can choose it any more.')).toBeTruthy();
    await hasFocus(() => within(question).getByRole('button', { name: 'No' }));
    await user.click(within(question).getByRole('button', { name: 'No' }));
    await user.click(remove);
    await user.click(within(await confirmation()).getByRole('button', { name: 'Yes' }));
    await hears('Deleted!');
    await waitFor(() => expect(rowNow('Lyon')).toBeUndefined());
    expect(v1.askedOf('DELETE /location/:id')).toEqual([{ id: 'Lyon' }]);
  });

  it('stay if they cannot be deleted, and are refreshed', async () => {
    const user = openConsole(PAGE, ADA);
    await user.click(within(await row('Lyon')).getByRole('button', { name: 'Delete Location' }));
    v1.refuseOnce('DELETE /location/:id', {
      status: 409,
      message: 'Users still belong to this location',
    });
    const before = v1.askedOf('GET /location').length;
    await user.click(within(await confirmation()).getByRole('button', { name: 'Yes' }));
    await hears('Users still belong to this location');
    await waitFor(() => expect(v1.askedOf('GET /location').length).toBeGreaterThan(before));
    await row('Lyon');
  });
});

describe('the form that adds a location', () => {
  const open = async () => {
    const user = openConsole(`${PAGE}/create`, ADA);
    const form = await dialog('Add Location');
    const add = within(form).getByRole('button', { name: 'Add Location' });
    return { user, form, add, name: field(form, 'Location Name') };
  };

  it('requires a name of valid length', async () => {
    const { user, form, add, name } = await open();
    await user.click(add);
    await within(form).findByText('This field is required');
    await hasFocus(() => name);
    await user.type(name, 'Ly');
    await within(form).findByText('At least 3 characters');
    await user.clear(name);
    await user.type(name, 'L'.repeat(26));
    expect(name.value).toHaveLength(25);
    expect(v1.askedOf('POST /location')).toEqual([]);
  });

  it('adds a location', async () => {
    const { user, add, name } = await open();
    await fill(user, name, 'Grenoble');
    await user.click(add);
    await hears('Location created');
    await row('Grenoble');
    expect(address()).toBe(PAGE);
    expect(v1.askedOf('POST /location')).toEqual([{ locationName: 'Grenoble' }]);
  });

  it("shows the service's error, and asks before it discards the typed name", async () => {
    const { user, form, add, name } = await open();
    await fill(user, name, 'Lyon');
    await user.click(add);
    await within(await within(form).findByRole('alert')).findByText('There is already a location Lyon');
    await within(form).findByText('There is already one of this name');
    expect(name.value).toBe('Lyon');
    await hasFocus(() => name);
    await user.keyboard('{Escape}');
    await screen.findByRole('alertdialog', { name: 'Discard what was typed?' });
    await user.click(screen.getByRole('button', { name: 'Keep typing' }));
    await hasFocus(() => name);
    await user.keyboard('{Escape}');
    await user.click(await button('Discard'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(address()).toBe(PAGE);
  });

  it('keeps the typed name while the server is unreachable', async () => {
    const { user, form, add, name } = await open();
    await fill(user, name, 'Grenoble');
    v1.refuseOnce('POST /location', 'offline');
    await user.click(add);
    await within(form).findByText('Telemon cannot be reached. Check the connection and try again.');
    expect(name.value).toBe('Grenoble');
    await user.click(add);
    await hears('Location created');
  });

  it('closes by Escape at once without typed text', async () => {
    const { user } = await open();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(address()).toBe(PAGE);
  });
});

/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react/pure';
import { address, openConsole, v1 } from '../../testing/open-console.tsx';
import { ADA } from '../../testing/people.ts';
import { addLink, button, dialog, field, fill } from '../../testing/screen-steps.ts';

const PAGE = '/dashboard/location';
const FILTERED = `${PAGE}?order=DESC&page=1&perPage=10&sort=id`;

beforeEach(() => {
  v1.answer('GET /location', { data: [{ id: 'l1', locationName: 'Lyon' }], pagination: { totalCount: 1 } });
  v1.answer('POST /location', ({ locationName }) => ({ id: 'l2', locationName }));
});

/** Comes to the list from the profile, and opens its dialog. */
const openDialog = async () => {
  const user = openConsole('/dashboard/profile', ADA);
  await user.click(await screen.findByRole('link', { name: 'Manage Locations' }));
  await user.click(await addLink('Add Location'));
  return { user, form: await dialog('Add Location') };
};
/** The place in the history, from the profile. */
const place = (): unknown => window.history.state.idx;
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

describe('a dialog that was opened from its list', () => {
  it.each(['Escape', 'Cancel', 'Close'])('goes back to the list by %s', async (way) => {
    const { user, form } = await openDialog();
    if (way === 'Escape') await user.keyboard('{Escape}');
    else await user.click(within(form).getByRole('button', { name: way }));
    await isClosed();
    expect(address()).toBe(PAGE);
    window.history.back();
    await waitFor(() => expect(address()).toBe('/dashboard/profile'));
  });

  it('goes back to the list by a save', async () => {
    const { user, form } = await openDialog();
    await fill(user, field(form, 'Location Name'), 'Annecy');
    await user.click(within(form).getByRole('button', { name: 'Add Location' }));
    await isClosed();
    window.history.back();
    await waitFor(() => expect(address()).toBe('/dashboard/profile'));
  });

  it('asks before it goes back with unsaved text', async () => {
    const { user, form } = await openDialog();
    await fill(user, field(form, 'Location Name'), 'Ann');
    await user.keyboard('{Escape}');
    await user.click(await button('Keep typing'));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect([field(form, 'Location Name').value, address()]).toEqual(['Ann', `${PAGE}/create`]);
    await user.keyboard('{Escape}');
    await user.click(await button('Discard'));
    await isClosed();
    expect(address()).toBe(PAGE);
    expect(place()).toBe(1);
  });
});

it('A dialog that was opened by its address leaves the list in its place', async () => {
  const user = openConsole(FILTERED.replace(PAGE, `${PAGE}/create`), ADA);
  await dialog('Add Location');
  const entries = window.history.length;
  await user.keyboard('{Escape}');
  await isClosed();
  expect([address(), window.history.length]).toEqual([FILTERED, entries]);
});

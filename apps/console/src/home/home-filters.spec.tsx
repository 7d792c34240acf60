/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react/pure';
import { widenTo } from '../../testing/browser.ts';
import { aHomeDevice } from '../../testing/dashboards.ts';
import { address, openConsole, v1 } from '../../testing/open-console.tsx';
import { ADA, ASA, MAUD } from '../../testing/people.ts';
import { button } from '../../testing/screen-steps.ts';

const CARDS = '/dashboard/home?view=cards';
const FILTERED = 'GET /dashboard/getFilteredDevices/:locationId/:managerId';
const homeOf = (deviceName: string) => ({
  deviceData: [aHomeDevice(deviceName)],
  mapData: [],
  buildingData: [],
});

beforeEach(() => {
  v1.answer('GET /dashboard/', homeOf('of-all'));
  v1.answer(FILTERED, homeOf('of-some'));
  v1.answer('GET /dashboard/getAllLocations/', {
    locations: [
      { id: 'lyon', locationName: 'Lyon' },
      { id: 'oslo', locationName: 'Oslo' },
    ],
  });
  v1.answer('GET /dashboard/getAllManagers/', {
    managers: [
      { id: 'maud', name: 'Maud Manager' },
      { id: 'mila', name: 'Mila Manager' },
    ],
  });
  v1.answer('GET /dashboard/getManagersByLocation/:locationId', {
    managers: [{ id: 'mila', name: 'Mila Manager' }],
  });
});

const choiceOf = (label: string) => screen.getByLabelText<HTMLSelectElement>(label);
const namesIn = (label: string) =>
  within(choiceOf(label))
    .getAllByRole('option')
    .map(({ textContent }) => textContent);
const has = (deviceName: string) => screen.findByRole('heading', { name: `Alias of ${deviceName}` });
const open = async (search = '') => {
  const user = openConsole(`${CARDS}${search}`, ADA);
  await waitFor(() => {
    expect(namesIn('Location Name')).toContain('Oslo');
    expect(namesIn('Customer Name')).toContain('Mila Manager');
  });
  return user;
};

describe('the filters of the home page', () => {
  it('offer every location and customer', async () => {
    await open();
    expect(namesIn('Location Name')).toEqual(['All', 'Lyon', 'Oslo']);
    expect(namesIn('Customer Name')).toEqual(['All', 'Maud Manager', 'Mila Manager']);
    expect([choiceOf('Location Name').value, choiceOf('Customer Name').value]).toEqual(['0', '0']);
  });

  it('are folded on a phone behind a button with the chosen location and customer', async () => {
    widenTo(390);
    const user = openConsole(`${CARDS}&location=lyon`, ADA);
    const fold = await button('Lyon');
    expect(screen.queryByLabelText('Customer Name')).toBeNull();
    await user.click(fold);
    await waitFor(() => expect(namesIn('Customer Name')).toContain('Mila Manager'));
    expect(fold.getAttribute('aria-expanded')).toBe('true');
  });

  it('offer the customers of the selected location, and reset the customer', async () => {
    const user = await open();
    await user.selectOptions(choiceOf('Customer Name'), 'Maud Manager');
    await user.selectOptions(choiceOf('Location Name'), 'Oslo');
    await waitFor(() => expect(namesIn('Customer Name')).toEqual(['All', 'Mila Manager']));
    expect(choiceOf('Customer Name').value).toBe('0');
    expect(v1.askedOf('GET /dashboard/getManagersByLocation/:locationId')).toEqual([{ locationId: 'oslo' }]);
  });

  it('change the devices and the address only after Submit', async () => {
    const user = await open();
    await has('of-all');
    await user.selectOptions(choiceOf('Location Name'), 'Oslo');
    await screen.findByRole('option', { name: 'Mila Manager' });
    await user.selectOptions(choiceOf('Customer Name'), 'mila');
    expect(v1.askedOf(FILTERED)).toEqual([]);
    await user.click(await button('Submit'));
    await has('of-some');
    expect(v1.askedOf(FILTERED)[0]).toEqual({ locationId: 'oslo', managerId: 'mila' });
    expect(address()).toBe(`${CARDS}&location=oslo&customer=mila`);

    await user.selectOptions(choiceOf('Location Name'), 'All');
    await user.click(await button('Submit'));
    await has('of-all');
    expect(address()).toBe(CARDS);
  });

  it('are taken from the address, also with a deleted customer', async () => {
    await open('&location=oslo&customer=gone');
    await has('of-some');
    expect(v1.askedOf('GET /dashboard/')).toEqual([]);
    expect(choiceOf('Location Name').selectedOptions[0]!.textContent).toBe('Oslo');
    expect(choiceOf('Customer Name').selectedOptions[0]!.textContent).toBe('No longer there');
  });

  it('show that the location and customer have no devices, with a button to show all', async () => {
    v1.answer(FILTERED, { deviceData: [], mapData: [], buildingData: [] });
    const user = await open('&customer=mila');
    await screen.findByText('No devices of this location and customer');
    expect(screen.queryByText('No devices yet')).toBeNull();
    await user.click(await button('Show all'));
    await has('of-all');
    expect(choiceOf('Customer Name').value).toBe('0');
  });

  it('show why their options cannot be loaded', async () => {
    v1.refuseOnce('GET /dashboard/getAllLocations/', { status: 500, message: 'No locations today' });
    openConsole(CARDS, ADA);
    await screen.findByText('No locations today');
    await has('of-all');
  });

  it.each([MAUD, ASA])('are hidden for the $userRole, and ignored in the address', async (person) => {
    openConsole(`${CARDS}&location=oslo&customer=mila`, person);
    await has('of-all');
    expect(screen.queryByLabelText('Customer Name')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull();
    expect(v1.askedOf(FILTERED)).toEqual([]);
    expect(v1.askedOf('GET /dashboard/getAllLocations/')).toEqual([]);
  });
});

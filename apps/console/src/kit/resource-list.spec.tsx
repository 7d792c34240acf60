/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react/pure';
import { widenTo } from '../../testing/browser.ts';
import { pageOfRows } from '../../testing/lists.ts';
import { listState, signInAs, v1 } from '../../testing/open-console.tsx';
import { openPart } from '../../testing/open-part.tsx';
import { ADA } from '../../testing/people.ts';
import { button, columns, row, rowNow, sorter } from '../../testing/screen-steps.ts';
import { makeQueryClient } from '../data/query-client.ts';
import { Column, RowActions, RowNumber } from './column.tsx';
import { DeleteButton } from './delete-button.tsx';
import { fetchFirstRows } from './first-rows.ts';
import { ResourceList } from './resource-list.tsx';

let locations: { id: string; locationName: string }[];

beforeEach(() => {
  locations = ['Lyon', 'Annecy', 'Bristol'].map((locationName) => ({ id: locationName, locationName }));
  v1.answer('GET /location', (query) => {
    const { rows, pagination } = pageOfRows(locations, query);
    return { data: rows, pagination };
  });
  v1.answer('DELETE /location/:id', ({ id }) => {
    locations = locations.filter((one) => one.id !== id);
    return null;
  });
});

const open = (queryClient = makeQueryClient()) =>
  openPart(
    <ResourceList label="pages.locations" hiddenColumns={['id']}>
      <RowNumber />
      <Column source="locationName" label="Place" onCard="title" isFixed />
      <Column source="id" label="Key" />
      <Column label="Letters" render={({ locationName }) => String(locationName).length} />
      <RowActions>
        <DeleteButton what={() => 'It will be gone.'} />
      </RowActions>
    </ResourceList>,
    { resource: 'location', user: ADA, queryClient },
  );

describe('a list', () => {
  it('shows its headings and skeleton rows while loading', async () => {
    const release = v1.holdBack('GET /location');
    open();
    const table = await screen.findByRole('table', { name: 'Manage Locations' });
    expect(table.getAttribute('aria-busy')).toBe('true');
    expect(within(table).getAllByRole('columnheader')[1]!.textContent).toBe('Place');
    release();
    await row('Lyon');
    await waitFor(() => expect(table.getAttribute('aria-busy')).toBe('false'));
  });

  it('is rendered with rows that were fetched before, and does not send their request again', async () => {
    const queryClient = makeQueryClient();
    signInAs(ADA);
    await fetchFirstRows(queryClient, 'location');
    const release = v1.holdBack('GET /location');
    open(queryClient);
    expect(screen.getByRole('table', { name: 'Manage Locations' }).getAttribute('aria-busy')).toBe('false');
    expect(rowNow('Lyon')).toBeTruthy();
    expect(v1.asked.filter(({ route }) => route === 'GET /location')).toHaveLength(1);
    release();
  });

  it('waits for the request that is under way, and sends none of its own', async () => {
    const queryClient = makeQueryClient();
    signInAs(ADA);
    const release = v1.holdBack('GET /location');
    const fetching = fetchFirstRows(queryClient, 'location');
    open(queryClient);
    const table = await screen.findByRole('table', { name: 'Manage Locations' });
    expect(table.getAttribute('aria-busy')).toBe('true');
    release();
    await fetching;
    await row('Lyon');
    expect(v1.asked.filter(({ route }) => route === 'GET /location')).toHaveLength(1);
  });

  it('sends its own request after the one before it failed', async () => {
    const queryClient = makeQueryClient();
    v1.refuseOnce('GET /location', { status: 503, message: 'Busy' });
    signInAs(ADA);
    await fetchFirstRows(queryClient, 'location');
    open(queryClient);
    await row('Lyon');
  });

  it('numbers the rows across pages', async () => {
    locations = Array.from({ length: 12 }, (_, index) => ({
      id: `${index}`,
      locationName: `Town ${index}!`,
    }));
    const { user } = open();
    await row('Town 0!');
    await user.click(await button('Go to page 2'));
    expect(within(await row('Town 11!')).getByText('12')).toBeTruthy();
    expect(listState()).toEqual({ page: '2' });
  });

  it('can be sorted only by the fields that its request accepts', async () => {
    open();
    await row('Lyon');
    await sorter('place');
    expect(screen.queryByRole('button', { name: /^Sort by letters/i })).toBeNull();
  });

  it('hides columns until the user selects them', async () => {
    const { user } = open();
    await row('Lyon');
    expect(await columns()).toEqual(['SNo', 'Place', 'Letters', 'Options']);
    await user.click(await button('Columns'));
    await user.click(await screen.findByLabelText('Key'));
    expect(screen.queryByLabelText('Place')).toBeNull();
    await user.keyboard('{Escape}');
    expect(await columns()).toEqual(['SNo', 'Place', 'Key', 'Letters', 'Options']);
  });

  it('keeps its rows when a refresh fails, and shows their age', async () => {
    const { user, queryClient } = open();
    await row('Lyon');
    v1.refuseOnce('GET /location', { status: 400, message: 'Out of order' });
    void queryClient.invalidateQueries({ queryKey: ['location'] });
    const notice = await screen.findByText(/Out of order/);
    expect(notice.textContent).toContain('Shown as of');
    expect(rowNow('Lyon')).toBeTruthy();
    await user.click(await button('Retry'));
    await waitFor(() => expect(screen.queryByText(/Out of order/)).toBeNull());
  });

  it("shows that the user's role may not read it", async () => {
    v1.refuse('GET /location', { status: 403, message: 'Not for your role' });
    open();
    await screen.findByRole('heading', { name: 'Not for your role' });
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('moves the focus to the next row after a delete', async () => {
    const { user } = open();
    const remove = async (name: string) =>
      within(await row(name)).getByRole('button', { name: 'Delete Location' });
    await user.click(await remove('Annecy'));
    await user.click(await button('Yes'));
    await waitFor(() => expect(rowNow('Annecy')).toBeUndefined());
    await waitFor(async () => expect(document.activeElement).toBe(await remove('Bristol')));
  });

  it('keeps the delete question open when a phone is turned', async () => {
    const { user } = open();
    await user.click(within(await row('Annecy')).getByRole('button', { name: 'Delete Location' }));
    const yes = await button('Yes');
    act(() => widenTo(390));
    await screen.findByRole('list', { name: 'Manage Locations', hidden: true });
    await user.click(yes);
    await waitFor(() => expect(screen.queryByText('Annecy')).toBeNull());
  });

  it('shows rows as cards on a phone, with the visible columns', async () => {
    widenTo(390);
    open();
    const list = await screen.findByRole('list', { name: 'Manage Locations' });
    await within(list).findByText('Lyon');
    const [first] = within(list).getAllByRole('listitem');
    expect(within(first!).getByText('Letters').closest('dt')!.nextElementSibling!.textContent).toBe('4');
    expect(within(first!).queryByText('Key')).toBeNull();
    expect(within(first!).getByRole('button', { name: 'Delete Location' })).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
  });
});

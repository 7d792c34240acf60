/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Floor } from '@telemon/contracts/devices/floors';
import { screen, waitFor, within } from '@testing-library/react/pure';
import { pageOfRows } from '../../testing/lists.ts';
import { address, openConsole, v1 } from '../../testing/open-console.tsx';
import { ASA, MAUD } from '../../testing/people.ts';
import {
  button,
  chooseFile,
  chooseOption,
  columns,
  confirmation,
  dialog,
  field,
  fill,
  fillIn,
  hasFocus,
  hears,
  isChosen,
  row,
  rowNow,
} from '../../testing/screen-steps.ts';
import { aBuilding, aFloor } from '../../testing/things.ts';
import { i18nProvider } from '../texts/i18n-provider.ts';

const PAGE = '/dashboard/floor';
const PREVIEW = 'The plan as it will be seen';

let floors: Floor[];

beforeEach(() => {
  floors = [aFloor('f1', 'Cellar'), aFloor('f2', 'Roof')];
  v1.answer('GET /floor', (query) => {
    const { rows, pagination } = pageOfRows(floors, query);
    return { floor: rows, pagination };
  });
  v1.answer('DELETE /floor/:id', ({ id }) => {
    floors = floors.filter((one) => one.floorId !== id);
    return null;
  });
  v1.answer('POST /floor', ({ floorName }) => {
    const made = aFloor('f3', floorName);
    floors.push(made);
    return made;
  });
  v1.answer('GET /getAllBuildings', {
    building: [aBuilding('b1', 'Cold store'), aBuilding('b2', 'Harbour')],
  });
  v1.answer('POST /floor/upload', {
    mapUrl: '/v1/file/plan-1',
    fileName: 'plan-1.png',
    width: 400,
    height: 300,
  });
  v1.answer('DELETE /floor/upload/:fileName', null);
});

afterEach(() => i18nProvider.changeLocale('en'));

describe('the floors', () => {
  it('are listed with their building', async () => {
    openConsole(PAGE, MAUD);
    const shown = within(await row('Cellar'));
    expect(await columns()).toEqual(['SNo', 'Floor Name', 'Building Name', 'Created At', 'Options']);
    shown.getByText('Cold store');
    expect(shown.getByRole('link', { name: 'Cellar' }).getAttribute('href')).toBe(`${PAGE}/f1`);
  });

  it('are not available to an assistant', async () => {
    openConsole(PAGE, ASA);
    await waitFor(() => expect(address()).toBe('/dashboard/home'));
    expect(v1.askedOf('GET /floor')).toEqual([]);
  });

  it('are deleted with their plan after a confirmation, but not with devices on them', async () => {
    const user = openConsole(PAGE, MAUD);
    const remove = async () => {
      await user.click(within(await row('Cellar')).getByRole('button', { name: 'Delete Floor' }));
      within(await confirmation()).getByText(/^Cellar of Cold store will be deleted with its plan\./);
      await user.click(await button('Yes'));
    };
    v1.refuseOnce('DELETE /floor/:id', { status: 409, message: 'Devices still stand on this floor' });
    await remove();
    await hears('Devices still stand on this floor');
    await row('Cellar');
    await remove();
    await hears('Deleted!');
    await waitFor(() => expect(rowNow('Cellar')).toBeUndefined());
    expect(v1.askedOf('DELETE /floor/:id')).toEqual([{ id: 'f1' }, { id: 'f1' }]);
  });
});

describe('the form that adds a floor', () => {
  const plan = () => new File(['image'], 'plan.png');
  const open = async () => {
    const user = openConsole(`${PAGE}/create`, MAUD);
    const form = await dialog('Add Floor');
    const choose = (file: File) => chooseFile(user, field(form, 'Choose an image'), file);
    return { user, form, choose, add: within(form).getByRole('button', { name: 'Add Floor' }) };
  };

  it('requires a name, a building and a plan', async () => {
    const { user, form, add } = await open();
    await user.click(add);
    await within(form).findByText('Floor name is required');
    within(form).getByText('Please upload an image!');
    within(form).getByText('This field is required');
    await hasFocus(() => field(form, 'Floor Name'));
    expect(v1.askedOf('POST /floor')).toEqual([]);
  });

  it('preselects the only building', async () => {
    v1.answer('GET /getAllBuildings', { building: [aBuilding('b1', 'Cold store')] });
    const { form } = await open();
    await waitFor(() => expect(field(form, 'Building').value).toBe('Cold store'));
  });

  it('selects a building that is added in an inner form', async () => {
    const buildings = [aBuilding('b1', 'Cold store'), aBuilding('b2', 'Harbour')];
    v1.answer('GET /getAllBuildings', () => ({ building: buildings }));
    v1.answer('POST /building', ({ buildingName }) => {
      const made = aBuilding('b3', buildingName);
      buildings.push(made);
      return made;
    });
    const { user, form } = await open();
    await fill(user, field(form, 'Floor Name'), 'Loft');
    await chooseOption(user, form, 'Building', 'Add Building');
    const over = await dialog('Add/Edit Building');
    await fillIn(user, over, { 'Building Name': 'Shed', Latitude: '45', Longitude: '4' });
    await user.click(within(over).getByRole('button', { name: 'Add Building' }));
    await isChosen(form, 'Building', 'Shed');
    expect(field(form, 'Floor Name').value).toBe('Loft');
  });

  it.each([
    [
      new File(['%PDF'], 'plan.pdf'),
      'plan.pdf is no .png, .jpeg, .jpg or .svg image. Save the plan as one and choose that',
    ],
    [new File([], 'plan.png'), 'plan.png is empty. Choose another one'],
    [
      new File([new Uint8Array(10 * 1_048_576 + 1)], 'plan.png'),
      'plan.png is larger than 10 MB. Make it smaller and choose it again',
    ],
  ])('does not upload a file that is no plan: %#', async (file, words) => {
    const { form, choose } = await open();
    await choose(file);
    await within(form).findByText(words);
    expect(v1.askedOf('POST /floor/upload')).toEqual([]);
  });

  it('shows at the field and in a toast why the service rejects an image', async () => {
    const { form, choose } = await open();
    v1.refuseOnce('POST /floor/upload', { status: 422, message: 'This is no image' });
    await choose(plan());
    await hears('This is no image');
    await within(form).findByText('This is no image');
    await hasFocus(() => field(form, 'Choose an image'));
  });

  it('shows the uploaded plan, removes it, and accepts another', async () => {
    const { user, form, choose } = await open();
    await choose(plan());
    await hears('Image uploaded!');
    const preview = await within(form).findByRole('img', { name: PREVIEW });
    expect(preview.getAttribute('src')).toBe('/v1/file/plan-1');
    within(form).getByText('400 × 300 pixels');
    await user.click(within(form).getByRole('button', { name: 'Remove Image' }));
    await hears('Deleted!');
    expect(v1.askedOf('DELETE /floor/upload/:fileName')).toEqual([{ fileName: 'plan-1.png' }]);
    await hasFocus(() => field(form, 'Choose an image'));
    await choose(plan());
    await within(form).findByRole('img', { name: PREVIEW });
  });

  it('says in French that the plan is removed', async () => {
    await i18nProvider.changeLocale('fr');
    const user = openConsole(`${PAGE}/create`, MAUD);
    const form = await dialog('Ajouter un étage');
    await chooseFile(user, field(form, 'Choisir une image'), plan());
    await user.click(await within(form).findByRole('button', { name: 'Retirer l’image' }));
    await hears('Supprimé !');
  });

  it('cancels an upload', async () => {
    const { user, form, choose } = await open();
    const release = v1.holdBack('POST /floor/upload');
    await choose(plan());
    await user.click(await within(form).findByRole('button', { name: 'Stop sending' }));
    await hasFocus(() => field(form, 'Choose an image'));
    release();
    expect(within(form).queryByRole('img', { name: PREVIEW })).toBeNull();
  });

  it('adds the floor with its plan', async () => {
    const { user, form, choose, add } = await open();
    await fill(user, field(form, 'Floor Name'), 'Loft');
    await fillIn(user, form, { Building: 'Harbour' });
    await choose(plan());
    await within(form).findByRole('img', { name: PREVIEW });
    await user.click(add);
    await hears('Floor created');
    await row('Loft');
    expect(v1.askedOf('POST /floor')).toEqual([
      { floorName: 'Loft', buildingId: 'b2', mapUrl: '/v1/file/plan-1' },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react/pure';
import { AutocompleteInput, TextInput } from 'react-admin';
import { Link, Route, Routes } from 'react-router';
import { z } from 'zod';
import { Refused } from '../../testing/fake-v1.ts';
import { path, v1 } from '../../testing/open-console.tsx';
import { openPart } from '../../testing/open-part.tsx';
import { ADA } from '../../testing/people.ts';
import { button, dialog, field, fill, hasFocus, hears } from '../../testing/screen-steps.ts';
import { AddHere } from './add-here.tsx';
import { FormDialog } from './form-dialog.tsx';

const Town = z.object({ locationName: z.string().min(3), near: z.string().optional() });

const TownForm = ({ title = 'Add Town' }: { title?: string }) => (
  <FormDialog
    title={title}
    resource="location"
    schema={Town}
    toSend={({ locationName }) => ({ locationName })}
    values={{ locationName: '', near: '' }}
    savedMessage="resources.location.created"
  >
    <TextInput source="locationName" label="Town" />
    <AutocompleteInput
      source="near"
      label="Near"
      choices={[{ id: 'Lyon', name: 'Lyon' }]}
      optionText={(choice: { name?: string; locationName?: string }) => choice.name ?? choice.locationName}
      create={<AddHere>{<SmallForm />}</AddHere>}
      createLabel="Another town"
    />
  </FormDialog>
);
const SmallForm = () => (
  <FormDialog title="Another Town" resource="location" schema={Town} values={{ locationName: '' }}>
    <TextInput source="locationName" label="Name of it" />
  </FormDialog>
);

const made: object[] = [];

beforeEach(() => {
  made.length = 0;
  v1.answer('POST /location', ({ locationName }) => {
    if (locationName === 'Taken') {
      throw new Refused({ status: 409, message: 'Somebody was faster', fields: { locationName: 'Taken' } });
    }
    made.push({ locationName });
    return { id: locationName, locationName };
  });
});

const open = async () => {
  const { user } = openPart(
    <>
      <Link to="/dashboard/location/create">Open</Link>
      <Routes>
        <Route path="create" element={<TownForm />} />
      </Routes>
    </>,
    { resource: 'location', user: ADA },
  );
  await user.click(screen.getByRole('link', { name: 'Open' }));
  const form = await dialog('Add Town');
  return { user, form, town: field(form, 'Town') };
};
const save = (form: HTMLElement) => within(form).findByRole('button', { name: 'Save' });

describe('a form in a dialog', () => {
  it('validates with the schema, and focuses the first invalid field', async () => {
    const { user, form, town } = await open();
    await fill(user, town, 'Ly');
    await user.click(await save(form));
    await within(form).findByText('At least 3 characters');
    await hasFocus(() => town);
    expect(made).toEqual([]);
  });

  it('sends one request for a double click, shows a notification and closes', async () => {
    const release = v1.holdBack('POST /location');
    const { user, form, town } = await open();
    await fill(user, town, 'Lyon');
    await user.dblClick(await save(form));
    release();
    await hears('Location created');
    expect(made).toEqual([{ locationName: 'Lyon' }]);
    await waitFor(() => expect(path()).toBe('/dashboard/location'));
  });

  it('stays open with the typed text after an error response, and shows the error at its field', async () => {
    const { user, form, town } = await open();
    await fill(user, town, 'Taken');
    await user.click(await save(form));
    await within(await within(form).findByRole('alert')).findByText('Somebody was faster');
    expect(within(form).getAllByText('Taken').length).toBeGreaterThan(0);
    expect(town.value).toBe('Taken');
    await hasFocus(() => town);
  });

  it('asks before it discards typed text, and returns the focus to the field', async () => {
    const { user, town } = await open();
    await fill(user, town, 'Lyon');
    await user.keyboard('{Escape}');
    const question = await screen.findByRole('alertdialog', { name: 'Discard what was typed?' });
    await hasFocus(() => within(question).getByRole('button', { name: 'Keep typing' }));
    await user.click(within(question).getByRole('button', { name: 'Keep typing' }));
    await hasFocus(() => town);
    window.history.back();
    await user.click(await button('Discard'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('closes without a question once the typed text is cleared again', async () => {
    const { user, town } = await open();
    await fill(user, town, 'Lyon');
    await user.clear(town);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(path()).toBe('/dashboard/location'));
  });

  it('adds a choice in an inner form, keeps its own text and selects the choice', async () => {
    const { user, form, town } = await open();
    await fill(user, town, 'Annecy');
    await user.click(field(form, 'Near'));
    await user.click(await screen.findByRole('option', { name: 'Another town' }));
    const inner = await dialog('Another Town');
    await fill(user, field(inner, 'Name of it'), 'Geneva');
    await user.keyboard('{Escape}');
    await user.click(await button('Keep typing'));
    await user.click(await save(inner));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Another Town' })).toBeNull());
    expect(made).toEqual([{ locationName: 'Geneva' }]);
    expect(town.value).toBe('Annecy');
    expect(screen.queryByText('Location created')).toBeNull();
  });
});

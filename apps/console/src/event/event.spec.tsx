/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Event } from '@telemon/contracts/alerting/events';
import { screen, waitFor, within } from '@testing-library/react/pure';
import { widenTo } from '../../testing/browser.ts';
import { minutesAgo } from '../../testing/dashboards.ts';
import { pageOfRows } from '../../testing/lists.ts';
import { openConsole, path, v1 } from '../../testing/open-console.tsx';
import { ASA, MAUD } from '../../testing/people.ts';
import {
  addLink,
  button,
  columns,
  confirmation,
  dialog,
  field,
  fill,
  fillIn,
  hasFocus,
  hears,
  isDisabled,
  row,
  rowNow,
} from '../../testing/screen-steps.ts';
import { aDeviceToChoose, aSensorType, anEvent } from '../../testing/things.ts';

const PAGE = '/dashboard/event';

let events: Event[];

beforeEach(() => {
  events = [
    { ...anEvent('e1', 'freezer1'), occurring: true, lastOccurredAt: minutesAgo(3) },
    { ...anEvent('e2', 'tank1'), valueType: 'Average', eventType: 'Below', setPoint: 12.5 },
  ];
  v1.answer('GET /event', (query) => {
    const { rows, pagination } = pageOfRows(events, query);
    return { events: rows, pagination };
  });
  v1.answer('DELETE /event/:id', ({ id }) => {
    events = events.filter((one) => one.id !== id);
    return null;
  });
  v1.answer('POST /event', (request) => {
    const made = { ...anEvent('e3', request.deviceName), ...request };
    events.push(made);
    return made;
  });
  v1.answer('GET /getAllDevice', { deviceTable: ['freezer1', 'tank1'].map(aDeviceToChoose) });
  v1.answer('GET /getDeviceSensor/:deviceName', ({ deviceName }) => ({
    sensorList: [
      { seqId: 1, sensorData: aSensorType('s1', 'Temperature °C') },
      ...(deviceName === 'tank1' ? [{ seqId: 2, sensorData: aSensorType('s2', 'Level cm') }] : []),
    ],
  }));
});

describe('the events', () => {
  it('are listed with the documented columns', async () => {
    openConsole(PAGE, MAUD);
    const shown = within(await row('tank1'));
    expect(await columns()).toEqual([
      'SNo',
      'Device',
      'Sensor',
      'Value Type',
      'Set Point',
      'Event Type',
      'Created At',
      'Options',
    ]);
    const texts = shown.getAllByRole('cell').map(({ textContent }) => textContent);
    expect(texts.slice(0, 6)).toEqual(['2', 'tank1', 'Temperature °C', 'Average', '12.5 °C', 'Below']);
    expect(shown.getByRole('link', { name: 'tank1' }).getAttribute('href')).toBe('/dashboard/info/tank1');
  });

  it('say when they occurred last, where the user chooses that', async () => {
    const user = openConsole(PAGE, MAUD);
    await row('freezer1');
    await user.click(await button('Columns'));
    await user.click(await screen.findByRole('switch', { name: 'Last Occurred At' }));
    await user.keyboard('{Escape}');
    const occurring = within(await row('freezer1'));
    await occurring.findByText('3 min ago');
    occurring.getByText('occurring now');
    const quiet = within(await row('tank1'));
    quiet.getByText('–');
    expect(quiet.queryByText('occurring now')).toBeNull();
  });

  it('are cards on a phone', async () => {
    widenTo(390);
    openConsole(PAGE, MAUD);
    const card = within((await screen.findByRole('link', { name: 'tank1' })).closest('li')!);
    card.getByText('12.5');
    card.getByText('Below');
    card.getByRole('button', { name: 'Delete Event' });
  });

  it('offer an assistant the deletion of their own alone', async () => {
    events[1]!.mayDelete = false;
    openConsole(PAGE, MAUD);
    within(await row('freezer1')).getByRole('button', { name: 'Delete Event' });
    expect(within(await row('tank1')).queryByRole('button', { name: 'Delete Event' })).toBeNull();
  });

  it('are deleted after a confirmation that names the rule', async () => {
    const user = openConsole(PAGE, ASA);
    await user.click(within(await row('tank1')).getByRole('button', { name: 'Delete Event' }));
    const question = within(await confirmation());
    question.getByText(
      'Temperature (average) below 12.5 °C on tank1 will be deleted and occur no more. Its occurrences are kept for reports.',
    );
    await user.click(question.getByRole('button', { name: 'Yes' }));
    await hears('Deleted!');
    await waitFor(() => expect(rowNow('tank1')).toBeUndefined());
    expect(v1.askedOf('DELETE /event/:id')).toEqual([{ id: 'e2' }]);
  });

  it('stay, with the reason, if the service refuses to delete one', async () => {
    v1.refuseOnce('DELETE /event/:id', { status: 403, message: 'Only its creator may delete this event' });
    const user = openConsole(PAGE, ASA);
    await user.click(within(await row('tank1')).getByRole('button', { name: 'Delete Event' }));
    await user.click(within(await confirmation()).getByRole('button', { name: 'Yes' }));
    await hears('Only its creator may delete this event');
    await row('tank1');
  });

  it('have a picture while there are none, which leads to the form', async () => {
    events = [];
    const user = openConsole(PAGE, MAUD);
    await screen.findByText('No events yet');
    await user.click(await addLink('Add Event'));
    await dialog('Add Event');
    expect(path()).toBe(`${PAGE}/create`);
  });
});

describe('the form that adds an event', () => {
  const open = async (search = '') => {
    const user = openConsole(`${PAGE}/create${search}`, MAUD);
    const form = await dialog('Add Event');
    const add = within(form).getByRole('button', { name: 'Add Event' });
    return { user, form, add };
  };

  it('requires device, sensor and set point, and a set point of 0 or more', async () => {
    const { user, form, add } = await open();
    expect(isDisabled(form, 'Sensor')).toBe(true);
    await user.click(add);
    await waitFor(() => expect(within(form).getAllByText('This field is required')).toHaveLength(3));
    await hasFocus(() => field(form, 'Device'));
    await fill(user, field(form, 'Set Point'), '-1');
    await within(form).findByText('This should be a valid number');
    await fill(user, field(form, 'Set Point'), '0');
    await waitFor(() => expect(within(form).queryByText('This should be a valid number')).toBeNull());
    expect(v1.askedOf('POST /event')).toEqual([]);
  });

  it('sends the chosen values, with the device of the address', async () => {
    const { user, form, add } = await open('?device=tank1');
    within(form).getByText('Occurs when a reading goes above the set point.');
    await fillIn(user, form, {
      Sensor: 'Level cm',
      'Value Type': 'Maximum',
      'Event Type': 'Below',
      'Set Point': '20.5',
    });
    within(form).getByText('Occurs when a reading goes below the set point.');
    await user.click(add);
    await hears('Event created');
    expect(v1.askedOf('POST /event')).toEqual([
      { deviceName: 'tank1', sensorId: 2, valueType: 'Maximum', eventType: 'Below', setPoint: 20.5 },
    ]);
    await row('20.5');
    expect(path()).toBe(PAGE);
  });

  it('forgets the sensor of another device', async () => {
    const { user, form } = await open('?device=tank1');
    await fillIn(user, form, { Sensor: 'Level cm' });
    await user.click(field(form, 'Device'));
    await user.click(await screen.findByRole('option', { name: /The freezer1/ }));
    await waitFor(() => expect(field(form, 'Sensor').value).toBe(''));
  });

  it('stays open with the message of the service under it', async () => {
    const { user, form, add } = await open('?device=tank1');
    await fillIn(user, form, { Sensor: 'Level cm', 'Set Point': '12' });
    v1.refuseOnce('POST /event', { status: 409, message: 'The event cannot be added' });
    await user.click(add);
    await within(await within(form).findByRole('alert')).findByText('The event cannot be added');
    expect(field(form, 'Set Point').value).toBe('12');
  });
});

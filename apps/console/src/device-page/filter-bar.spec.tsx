/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { DeviceDashboard } from '@telemon/contracts/devices/dashboards';
import { fireEvent, screen, waitFor, within } from '@testing-library/react/pure';
import { aDeviceDashboard, answerDevicePage } from '../../testing/dashboards.ts';
import { address, openConsole, v1 } from '../../testing/open-console.tsx';
import { MAUD } from '../../testing/people.ts';
import { widenTo } from '../../testing/browser.ts';
import '../../testing/room.ts';
import { isoDay, isoEndOfDay, isoStartOfDay } from '../texts/time.ts';

const PAGE = '/dashboard/info/freezer1';
const ROUTE = 'GET /deviceDashboard/:deviceName';
const LOG = 'GET /deviceDashboard/getSensorLog/:deviceName';

let dashboard: DeviceDashboard;

beforeEach(() => {
  dashboard = aDeviceDashboard('freezer1');
  dashboard.sensorTypes.push({ option: '3', sensorName: 'Humidity %' });
  answerDevicePage(() => dashboard);
});

const daysAgo = (days: number) => {
  const day = new Date();
  day.setDate(day.getDate() - days);
  return isoDay(day);
};
/** The dates of a call for days, the first and the last of them so many days ago. */
const ofDays = (first: number, last: number) => ({
  fromDate: isoStartOfDay(daysAgo(first)),
  toDate: isoEndOfDay(daysAgo(last)),
});
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, day: string) => fireEvent.change(field(label), { target: { value: day } });
const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Submit' });
const lastAsked = () => v1.askedOf(ROUTE).at(-1);
const open = async (search = '') => {
  const user = openConsole(`${PAGE}${search}`, MAUD);
  await screen.findByText('Normal');
  return user;
};
const chosenRange = () =>
  within(screen.getByRole('group', { name: 'Quick ranges' }))
    .queryAllByRole('button', { pressed: true })
    .map(({ textContent }) => textContent);

describe('the sensor and the range of a device page', () => {
  it('are the first sensor and today at first', async () => {
    await open();
    const today = daysAgo(0);
    const sensors = within(field('Sensor')).getAllByRole('option');
    expect(sensors.map(({ textContent }) => textContent)).toEqual(['Air temperature °C', 'Humidity %']);
    expect([field('Sensor').value, field('Start date').value, field('End date').value]).toEqual([
      '1',
      today,
      today,
    ]);
    expect(chosenRange()).toEqual(['Today']);
    expect(lastAsked()).toEqual({ deviceName: 'freezer1', sensor: '1', ...ofDays(0, 0) });
    await waitFor(() => expect(v1.askedOf(LOG).at(-1)).toMatchObject({ sensor: '1', ...ofDays(0, 0) }));
  });

  it('change the page: a sensor at once, dates after Submit; both stand in the address', async () => {
    const user = await open();
    await user.selectOptions(field('Sensor'), 'Humidity %');
    await waitFor(() => expect(lastAsked()).toMatchObject({ sensor: '3', ...ofDays(0, 0) }));
    const chart = screen.getByRole('heading', { name: 'Device Data' }).closest('section')!;
    await within(chart).findByText('Humidity');
    type('Start date', daysAgo(5));
    type('End date', daysAgo(2));
    expect(address()).toBe(`${PAGE}?sensor=3`);
    await user.click(submit());
    const request = { sensor: '3', ...ofDays(5, 2) };
    await waitFor(() => expect(lastAsked()).toEqual({ deviceName: 'freezer1', ...request }));
    await waitFor(() => expect(v1.askedOf(LOG).at(-1)).toMatchObject(request));
    expect(address()).toBe(`${PAGE}?sensor=3&from=${daysAgo(5)}&to=${daysAgo(2)}`);
    expect(chosenRange()).toEqual([]);
  });

  it('are taken from the address', async () => {
    await open(`?sensor=3&from=${daysAgo(5)}&to=${daysAgo(2)}`);
    expect(v1.askedOf(ROUTE)[0]).toMatchObject({ sensor: '3', ...ofDays(5, 2) });
    expect([field('Sensor').value, field('Start date').value]).toEqual(['3', daysAgo(5)]);
  });

  it('are the first sensor and today where the address has impossible ones', async () => {
    await open(`?sensor=7&from=${daysAgo(60)}&to=${daysAgo(2)}`);
    expect(lastAsked()).toMatchObject({ sensor: '1', ...ofDays(0, 0) });
  });

  it.each([
    ['before the start', 2, 3, 'The end date is before the start date.'],
    ['in the future', 2, -1, 'The end date is in the future.'],
    ['more than 30 days later', 31, 0, 'The end date can be at most 30 days after the start date.'],
  ])('cannot be submitted with an end date %s', async (_, from, to, words) => {
    await open();
    const before = v1.askedOf(ROUTE).length;
    type('Start date', daysAgo(from));
    type('End date', daysAgo(to));
    expect(screen.getByRole('alert').textContent).toBe(words);
    expect(submit().disabled).toBe(true);
    fireEvent.submit(submit().form!);
    expect(address()).toBe(PAGE);
    type('Start date', daysAgo(1));
    type('End date', daysAgo(0));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(submit().disabled).toBe(false);
    expect(v1.askedOf(ROUTE)).toHaveLength(before);
  });

  it('need both dates, and may span 30 days', async () => {
    await open();
    type('Start date', '');
    expect(screen.getByRole('alert').textContent).toBe('Both dates are needed.');
    type('Start date', daysAgo(30));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('change at once by a quick range, and leave the address with today', async () => {
    const user = await open();
    await user.click(screen.getByRole('button', { name: '30 d' }));
    await waitFor(() => expect(lastAsked()).toMatchObject(ofDays(29, 0)));
    expect(field('Start date').value).toBe(daysAgo(29));
    await user.click(screen.getByRole('button', { name: '7 d' }));
    await waitFor(() => expect(address()).toBe(`${PAGE}?from=${daysAgo(6)}&to=${daysAgo(0)}`));
    expect(chosenRange()).toEqual(['7 d']);
    await user.click(screen.getByRole('button', { name: 'Today' }));
    await waitFor(() => expect(address()).toBe(PAGE));
  });

  it('move on with the last hours', async () => {
    const user = await open();
    await user.click(screen.getByRole('button', { name: '6 h' }));
    await waitFor(() => expect(address()).toBe(`${PAGE}?last=6h`));
    await waitFor(() => {
      const hours = (Date.now() - Date.parse(String(lastAsked()!.fromDate))) / 3_600_000;
      expect(hours).toBeGreaterThanOrEqual(6);
      expect(hours).toBeLessThan(6.1);
    });
    expect(chosenRange()).toEqual(['6 h']);
    const { fromDate, toDate } = lastAsked()!;
    expect(Date.parse(String(toDate))).toBeGreaterThan(Date.now());
    await waitFor(() => expect(v1.askedOf(LOG).at(-1)).toMatchObject({ fromDate, toDate }));
    expect([field('Start date').value, field('End date').value]).toEqual([
      isoDay(Date.parse(String(fromDate))),
      daysAgo(0),
    ]);
  });

  it('are folded on a phone to a button that names them', async () => {
    widenTo(390);
    const user = await open();
    const unfold = screen.getByRole('button', { name: /^Air temperature °C · / });
    expect(unfold.getAttribute('aria-expanded')).toBe('false');
    expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull();
    await user.click(screen.getByRole('button', { name: '7 d' }));
    await waitFor(() => expect(lastAsked()).toMatchObject(ofDays(6, 0)));
    await user.click(screen.getByRole('button', { name: /^Air temperature °C · .* – / }));
    submit();
    expect(field('Start date').value).toBe(daysAgo(6));
    widenTo(1_440);
  });

  it('leave the former chart in place, with the reason, if they cannot be loaded', async () => {
    const user = await open();
    v1.refuse(ROUTE, {
      status: 422,
      message: 'This is too much to show, narrow the range',
      requestId: 'r-9',
    });
    await user.click(screen.getByRole('button', { name: '30 d' }));
    const reason = within(await screen.findByRole('alert'));
    reason.getByText(/too much to show.*What was shown before stands below/);
    screen.getByRole('img', { name: /^Device Data as a chart/ });
    expect(screen.getByText('Highest', { selector: 'dt' }).nextElementSibling!.textContent).toMatch(/^4\.5 /);
    expect(chosenRange()).toEqual(['30 d']);
    v1.answer(ROUTE, dashboard);
    await user.click(reason.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });

  it('leave the former chart in place until the other one has come', async () => {
    const user = await open();
    const chart = screen.getByRole('heading', { name: 'Device Data' }).closest('section')!;
    expect(chart.getAttribute('aria-busy')).toBe('false');
    const answer = v1.holdBack(ROUTE);
    await user.click(screen.getByRole('button', { name: '7 d' }));
    await waitFor(() => expect(chart.getAttribute('aria-busy')).toBe('true'));
    within(chart).getByRole('img', { name: /^Device Data as a chart/ });
    screen.getByText('Normal');
    answer();
    await waitFor(() => expect(chart.getAttribute('aria-busy')).toBe('false'));
  });

  it('say that a device has no sensor', async () => {
    dashboard.sensorTypes = [];
    await open();
    within(field('Sensor')).getByRole('option', { name: 'No sensor' });
  });

  it('say that the channel in the address has no sensor, and offer the others', async () => {
    const user = await open('?sensor=2');
    expect(lastAsked()).toMatchObject({ sensor: '2' });
    within(field('Sensor')).getByRole('option', { name: 'No sensor', selected: true });
    await user.selectOptions(field('Sensor'), 'Air temperature °C');
    await waitFor(() => expect(lastAsked()).toMatchObject({ sensor: '1' }));
  });
});

describe('the device of a device page', () => {
  it('leads to the page of another, which begins with its own first sensor', async () => {
    const user = await open('?sensor=2&tab=alert-log');
    await user.click(screen.getByLabelText('Device'));
    await user.click(await screen.findByRole('option', { name: /^The tank1/ }));
    await waitFor(() => expect(address()).toBe('/dashboard/info/tank1?tab=alert-log'));
    await waitFor(() => expect(lastAsked()).toMatchObject({ deviceName: 'tank1', sensor: '1' }));
  });

  it('stands alone where the address names no device', async () => {
    const user = openConsole('/dashboard/info', MAUD);
    await screen.findByText('Which device?');
    expect(v1.askedOf(ROUTE)).toEqual([]);
    await user.click(screen.getByLabelText('Device'));
    await user.click(await screen.findByRole('option', { name: /^The tank1/ }));
    await screen.findByRole('heading', { name: 'Device Data' });
    expect(address()).toBe('/dashboard/info/tank1');
  });
});

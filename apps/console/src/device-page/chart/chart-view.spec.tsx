/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { DeviceDashboard } from '@telemon/contracts/devices/dashboards';
import { fireEvent, screen, waitFor, within } from '@testing-library/react/pure';
import { DAY_MS, HOUR_MS } from '@telemon/contracts/durations';
import { aDeviceDashboard, answerDevicePage } from '../../../testing/dashboards.ts';
import { address, openConsole, v1 } from '../../../testing/open-console.tsx';
import { MAUD } from '../../../testing/people.ts';
import '../../../testing/room.ts';
import { button, hears } from '../../../testing/screen-steps.ts';
import { anEntry } from '../../../testing/things.ts';
import { isoDay, isoStartOfDay } from '../../texts/time.ts';

const PAGE = '/dashboard/info/freezer1';
const GRAPH = 'GET /deviceDashboard/getGraphData/:deviceName';
const LOG = 'GET /deviceDashboard/getSensorLog/:deviceName';
const ALERT_LOG = 'GET /deviceDashboard/getAlertLogData/:deviceName';
/** Yesterday at midnight: a day that is over. */
const midnight = new Date().setHours(0, 0, 0, 0) - DAY_MS;
const YESTERDAY = `from=${isoDay(midnight)}&to=${isoDay(midnight)}`;
const iso = (hours: number) => new Date(midnight + hours * HOUR_MS).toISOString();

let dashboard: DeviceDashboard;

/** The graph of readings at full hours. */
const graphOf = (hours: readonly number[], current: readonly number[]) => {
  const none = hours.map(() => null);
  return {
    ...dashboard.graphData,
    timeStamp: hours.map(iso),
    current: [...current],
    minimum: none,
    maximum: none,
    average: none,
    low: none,
    high: none,
    mean: none,
    rainData: none,
    readings: hours.length,
  };
};
const intelligenceOf = (value: number) => ({
  events: { highest: { value, timestamp: iso(7) }, lowest: { value, timestamp: iso(7) } },
  summary: { minimum: value, maximum: value, average: value },
});

beforeEach(() => {
  dashboard = aDeviceDashboard('freezer1');
  dashboard.sensorTypes.push({ option: '3', sensorName: 'Humidity %' });
  dashboard.graphData = graphOf([1, 2, 3, 20, 21, 22], [4, 5, 4, 6, 5, 4]);
  answerDevicePage(() => dashboard);
  v1.answer(GRAPH, ({ sensor }) => ({
    graphData: String(sensor) === '3' ? graphOf([1, 2], [60, 61]) : graphOf([6, 7, 8], [9, 9.5, 9]),
    intelligence: intelligenceOf(9.5),
  }));
});

const open = async (search = YESTERDAY) => {
  const user = openConsole(`${PAGE}?${search}`, MAUD);
  await button('Current');
  return user;
};
const chart = () => screen.getByRole('img', { name: /^Device Data as a chart/ });
const drawn = (kind: string) => chart().querySelectorAll(`.recharts-${kind}`).length;
const fact = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling!.textContent;
const zoomed = (from: number, to: number) => `zoom=${encodeURIComponent(`${iso(from)}/${iso(to)}`)}`;
const headings = () =>
  within(screen.getByRole('region', { name: 'Device Data as a table' }))
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent);

describe('the zoom of the chart', () => {
  it('stands in the address, and the detail, the intelligence and the log follow it', async () => {
    const user = await open();
    expect(screen.queryByRole('button', { name: 'Whole range' })).toBeNull();
    await user.click(await button('Zoom in'));
    await waitFor(() => expect(address()).toContain('zoom='));
    const part = { fromDate: iso(6), toDate: new Date(midnight + 18 * HOUR_MS - 1).toISOString() };
    await waitFor(() => expect(v1.askedOf(GRAPH).at(-1)).toMatchObject({ sensor: '1' }));
    const request = v1.askedOf(GRAPH).at(-1)!;
    expect(Math.abs(Date.parse(String(request.fromDate)) - Date.parse(part.fromDate))).toBeLessThan(10);
    await waitFor(() => expect(v1.askedOf(LOG).at(-1)).toMatchObject({ fromDate: request.fromDate }));
    await waitFor(() => expect(fact('Highest')).toMatch(/^9\.5/));
    await user.click(await button('Whole range'));
    await waitFor(() => expect(fact('Highest')).toMatch(/^6/));
    expect(address()).toBe(`${PAGE}?${YESTERDAY}`);
  });

  it('moves and changes by keyboard', async () => {
    await open(`${YESTERDAY}&${zoomed(8, 10)}`);
    fireEvent.keyDown(chart(), { key: 'ArrowRight', shiftKey: true });
    await waitFor(() => expect(address()).toContain(zoomed(9, 11)));
    fireEvent.keyDown(chart(), { key: '-' });
    await waitFor(() => expect(address()).toContain(zoomed(8, 12)));
    fireEvent.keyDown(chart(), { key: 'Escape' });
    await waitFor(() => expect(address()).toBe(`${PAGE}?${YESTERDAY}`));
  });

  it('does not begin after the button was released outside the chart', async () => {
    await open();
    await waitFor(() => expect(drawn('line')).toBe(1));
    fireEvent.pointerDown(chart(), { button: 0, buttons: 1, clientX: 998 });
    fireEvent.pointerMove(chart(), { buttons: 0, clientX: 500 });
    fireEvent.pointerUp(chart(), { button: 0, clientX: 500 });
    expect(drawn('reference-area')).toBe(0);
    expect(address()).toBe(`${PAGE}?${YESTERDAY}`);
  });

  it('says why the detail is missing, and shows the chart without it', async () => {
    v1.refuse(GRAPH, { status: 503, message: 'Too busy now', requestId: 'r-1' });
    await open(`${YESTERDAY}&${zoomed(1, 4)}`);
    await screen.findByText(/Too busy now.*The detail is missing/);
    await waitFor(() => expect(drawn('line')).toBe(1));
    await waitFor(() => expect(fact('Highest')).toMatch(/^5/));
    expect(fact('Average')).toMatch(/^–/);
  });

  it('of a part without readings leads back', async () => {
    v1.answer(GRAPH, { graphData: graphOf([], []), intelligence: intelligenceOf(0) });
    const user = openConsole(`${PAGE}?${YESTERDAY}&${zoomed(10, 12)}`, MAUD);
    await screen.findAllByText('No Data Available');
    await user.click(await button('Whole range'));
    await waitFor(() => expect(drawn('line')).toBe(1));
  });
});

describe('the content of the chart', () => {
  it('has lines that the legend hides and shows', async () => {
    const user = await open();
    await waitFor(() => expect(drawn('line')).toBe(1));
    const current = await button('Current');
    expect(current.getAttribute('aria-pressed')).toBe('true');
    await user.click(current);
    await waitFor(() => expect(drawn('line')).toBe(0));
    expect(address()).toContain('hide=current');
    await user.click(await button('Current'));
    await waitFor(() => expect(drawn('line')).toBe(1));
  });

  it('may have another sensor as well, on an axis of its own', async () => {
    const user = await open();
    await user.click(await button('+ Humidity'));
    await waitFor(() => expect(drawn('line')).toBe(2));
    expect(address()).toContain('with=3');
    expect(v1.askedOf(GRAPH).at(-1)).toMatchObject({
      sensor: '3',
      fromDate: isoStartOfDay(isoDay(midnight)),
    });
    await screen.findByText('Air temperature, Humidity');
    await waitFor(() => expect(drawn('yAxis')).toBe(2));
    await user.click(await button('Show as a table'));
    const series = ['Minimum', 'Maximum', 'Average'].map((name) => `${name},\nAir temperature °C`);
    expect(headings()).toEqual(['Time', 'Air temperature °C', ...series, 'Humidity %']);
  });

  it('has two sensors of one type on one axis', async () => {
    dashboard.sensorTypes[1]!.sensorName = dashboard.sensorTypes[0]!.sensorName;
    await open(`${YESTERDAY}&with=3`);
    await waitFor(() => expect(drawn('line')).toBe(2));
    expect(drawn('yAxis')).toBe(1);
  });

  it('has the firing periods of its sensors, each with a mark where it begins', async () => {
    const firing = { ...anEntry('e1', 'freezer1'), triggeredAt: iso(2), clearedAt: iso(4) };
    v1.answer(ALERT_LOG, {
      alertLogs: [
        firing,
        { ...firing, id: 'e2', triggeredAt: iso(-3), clearedAt: iso(1) },
        { ...firing, id: 'e3', sensorId: 2 },
      ],
      pagination: { totalCount: 3 },
    });
    await open();
    await button('Firing');
    await waitFor(() => expect(drawn('reference-area')).toBe(2));
    await waitFor(() => expect(chart().querySelectorAll('.firing-mark')).toHaveLength(1));
    expect(v1.askedOf(ALERT_LOG)).toContainEqual(
      expect.objectContaining({ firedFrom: iso(0), firedTo: expect.any(String) }),
    );
  });

  it('has a reading between two gaps as a dot', async () => {
    dashboard.graphData = graphOf([1, 2, 3, 14, 20, 21, 22], [4, 5, 4, 60, 6, 5, 4]);
    await open();
    await waitFor(() => expect(drawn('line-curve')).toBe(1));
    const line = chart().querySelector('.recharts-line-curve')!;
    // Only round ends show a part of a path that has a single point.
    expect(line.getAttribute('d')!.match(/M[^ML]*Z/g)).toHaveLength(1);
    expect(line.getAttribute('stroke-linecap')).toBe('round');
  });

  it('has open gaps', async () => {
    await open();
    await waitFor(() => expect(drawn('line-curve')).toBe(1));
    const line = chart().querySelector('.recharts-line-curve')!.getAttribute('d')!;
    expect(line.match(/M/g)).toHaveLength(2);
  });

  it('may be a table, which says how many readings it stands for', async () => {
    dashboard.graphData.readings = 43_200;
    const user = await open();
    await user.click(await button('Show as a table'));
    await screen.findByText(/^6 of 43,200 readings/);
    expect(address()).toContain('as=table');
  });

  it('is opened exactly by a link', async () => {
    const user = await open('last=6h&with=3');
    await user.click(await button('Copy a link to this view'));
    await hears('Link copied');
    const link = new URL(await navigator.clipboard.readText());
    expect(link.pathname).toBe(PAGE);
    expect(link.searchParams.get('with')).toBe('3');
    expect(link.searchParams.get('zoom')).toMatch(/^\d{4}-.*\/\d{4}-/);
    expect(link.searchParams.get('last')).toBeNull();
  });
});

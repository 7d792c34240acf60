import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { AlertLogEntry } from '@telemon/contracts/alerting/alert-log';
import { alertLogOf } from '@telemon/testing/alert-log';
import { launchChromium } from '@telemon/testing/chromium';
import { MqttDevice } from '@telemon/testing/mqtt-device';
import { rowsOfWorkbook } from '@telemon/testing/received-file';
import { until } from '@telemon/testing/waiting';
import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { type Installation, useInstallation } from '../installation.ts';
import { landmarksOfOneName, openConsole, signIn } from './console-page.ts';
import { formStepsOn } from './form-steps.ts';
import { stepsOn } from './list-steps.ts';

const FIRST_PAGE = 10;
const USUAL: Record<string, string> = { page: '1', perPage: '10', sort: 'id', order: 'ASC' };
/** A list's page, search and order in its address. */
const stateIn = (search: URLSearchParams): Record<string, string> => {
  const { displayedFilters: _, filter = '{}', ...state } = Object.fromEntries(search);
  const whole = { ...state, ...(JSON.parse(filter) as Record<string, string>) };
  return Object.fromEntries(Object.entries(whole).filter(([name, value]) => USUAL[name] !== value));
};
const PHONE = { viewport: { width: 390, height: 844 } };

describe('the console in daily use', () => {
  let installation: Installation;
  let browser: Browser;
  let page: Page;
  let choose: ReturnType<typeof formStepsOn>['choose'];
  let watched: string;
  let sensorName: string;

  /** Waits until the page has this path, and its list this state, without default values. */
  const becomes = (path: string, state: Record<string, string> = {}) =>
    page.waitForURL(
      ({ pathname, searchParams }) => pathname === path && isDeepStrictEqual(stateIn(searchParams), state),
    );
  const rows = () => page.getByRole('table').locator('tbody tr');
  const dialog = () => page.getByRole('dialog');
  /** The accessible name of the focused element, and its row. */
  const focused = (): Promise<{ name: string; row: string }> =>
    page.evaluate(() => {
      const element = document.activeElement!;
      const name = element.getAttribute('aria-label') ?? element.textContent;
      return { name, row: element.closest('tr')?.querySelector('a')?.textContent ?? '' };
    });
  const focusOn = (wanted: { name: string; row?: string }) =>
    until(async () => expect(await focused()).toMatchObject(wanted) ?? true, {
      what: `focus on ${wanted.name}`,
    });

  beforeAll(async () => {
    installation = await useInstallation();
    const { make, managerId, api, product } = installation;
    const sensor = await make.sensorType(managerId);
    ({ sensorName } = sensor);
    const first = await make.device(managerId, [sensor.id], { deviceName: 'aa-00' });
    watched = first.device.deviceName;
    for (let number = 1; number <= FIRST_PAGE; number++) {
      await make.device(managerId, [sensor.id], { deviceName: `aa-${String(number).padStart(2, '0')}` });
    }
    for (const setPoint of [8, 9]) await make.alert(watched, { criteria: { values: [setPoint] } });
    const device = await MqttDevice.connect(product.addresses.mqttPort, first.mqtt);
    await device.send({ TC1: 9.75 });
    await until(async () => (await alertLogOf(api, watched)).length === 2, { what: 'two firings' });
    device.end();
    browser = await launchChromium();
    ({ page } = await openConsole(browser, product.addresses.url));
    ({ choose } = formStepsOn(page));
    await signIn(page, product.addresses.adminEmail, product.addresses.adminPassword);
  }, 300_000);

  afterAll(async () => {
    await browser?.close();
    await installation?.stop();
  });

  describe('a list', () => {
    beforeEach(() => page.goto('/dashboard/device?sort=deviceName&order=ASC'));

    it('shows its first page for a page number beyond the end', async () => {
      await page.goto('/dashboard/device?page=9');
      await becomes('/dashboard/device');
      await until(async () => (await rows().count()) === FIRST_PAGE, { what: 'the rows of the first page' });
    });

    it('ignores unknown parameters in the address', async () => {
      await page.goto('/dashboard/device?sort=bogus&order=ASC&size=7');
      await rows()
        .nth(FIRST_PAGE - 1)
        .waitFor();
    });

    it('shows the previous page after the only row of the last page is deleted', async () => {
      await page.goto('/dashboard/device?sort=deviceName&order=ASC&page=2');
      await page.getByRole('button', { name: 'Delete Device' }).click();
      await page.getByRole('button', { name: 'Yes' }).click();
      await becomes('/dashboard/device', { sort: 'deviceName' });
      await rows()
        .nth(FIRST_PAGE - 1)
        .waitFor();
    });

    it('moves the focus to the next row after a row is deleted', async () => {
      await page
        .getByRole('row', { name: 'aa-08' })
        .getByRole('button', { name: 'Delete Device' })
        .press('Enter');
      await page.getByRole('button', { name: 'Yes' }).press('Enter');
      await page.getByRole('row', { name: 'aa-08' }).waitFor({ state: 'detached' });
      await focusOn({ name: 'Delete Device', row: 'aa-09' });
    });

    it('keeps its failed state during a retry', async () => {
      await page.route('**/v1/sensorType*', (route) => route.abort());
      await page.goto('/dashboard/sensor');
      const failed = page.getByText('This could not be loaded');
      await failed.waitFor();
      const requested = Promise.withResolvers<void>();
      const answered = Promise.withResolvers<void>();
      // This route comes before the one above, so that no request of the page by itself succeeds in between.
      await page.route('**/v1/sensorType*', async (route) => {
        requested.resolve();
        await answered.promise;
        await route.continue();
      });
      await page.getByRole('button', { name: 'Retry' }).click();
      await requested.promise;
      expect(await failed.isVisible()).toBe(true);
      answered.resolve();
      await rows().first().waitFor();
      await page.unroute('**/v1/sensorType*');
    });
  });

  describe('a form', () => {
    it('of a missing device shows that it does not exist', async () => {
      await page.goto('/dashboard/device/nope/edit');
      await dialog().getByText('There is no device nope').waitFor();
    });

    it('disables the global keyboard shortcuts', async () => {
      const palette = page.getByRole('combobox', { name: 'Go to' });
      await page.goto('/dashboard/device');
      await rows().first().waitFor();
      await page.keyboard.press('Control+k');
      await palette.waitFor();
      await page.keyboard.press('Escape');
      await palette.waitFor({ state: 'detached' });
      await page.getByRole('link', { name: 'Add Device' }).click();
      await dialog().getByLabel('Template').focus();
      for (const keys of ['Control+k', '/', '?']) await page.keyboard.press(keys);
      expect(await palette.count()).toBe(0);
      expect(await page.getByText('Show these keys').count()).toBe(0);
    });

    it('returns the focus to its field after "Keep typing"', async () => {
      await dialog().getByLabel('Device Alias').fill('Cold room');
      await page.mouse.click(5, 5);
      await page.getByRole('button', { name: 'Keep typing' }).click();
      await page.getByRole('alertdialog').waitFor({ state: 'detached' });
      await until(() => dialog().locator('[name="deviceAlias"]:focus').isVisible());
    });

    it('marks the field that the service refused', async () => {
      await dialog().getByLabel('Device Name').fill(watched);
      await choose('Manager', 'Mary Manager');
      await choose('Sensor 1', sensorName);
      await dialog().getByLabel('Latitude').fill('45.76');
      await dialog().getByLabel('Longitude').fill('4.84');
      await dialog().getByRole('button', { name: 'Add Device' }).click();
      await dialog().getByText('This name is taken').waitFor();
      await until(() => dialog().locator('[name="deviceName"][aria-invalid="true"]:focus').isVisible());
    });

    it('is followed by the MQTT login, which stays until "Done" and can be copied over plain HTTP', async () => {
      await dialog().getByLabel('Device Name').fill('aa-99');
      await dialog().getByRole('button', { name: 'Add Device' }).click();
      await dialog().getByText('aa-99 is added').waitFor();
      await page.keyboard.press('Escape');
      await page.mouse.click(5, 5);
      await page.evaluate(`Object.defineProperty(navigator, 'clipboard', { value: undefined })`);
      await dialog().getByRole('button', { name: 'Copy: Password' }).click();
      await stepsOn(page).hears('Copied');
      const password = await dialog().locator('code').nth(1).textContent();
      expect(await page.evaluate('String(getSelection())')).toBe(password);
      await dialog().getByRole('button', { name: 'Done' }).click();
      await dialog().waitFor({ state: 'detached' });
    });
  });

  describe('the alert log', () => {
    it('moves the focus to the next firing after one is acknowledged by keyboard', async () => {
      await page.goto('/dashboard/alert/log');
      await page.getByRole('table').getByRole('button', { name: 'Pending' }).first().press('Enter');
      await page.getByRole('table').getByText('Acknowledged', { exact: true }).waitFor();
      await focusOn({ name: 'Pending', row: watched });
    });

    it('shows only acknowledged entries, also after a reload of that address', async () => {
      await page.getByRole('group').getByRole('button', { name: 'Acknowledged' }).click();
      await becomes('/dashboard/alert/log', { status: 'Acknowledged' });
      await page.reload();
      await until(async () => (await rows().count()) === 1);
    });

    it('exports the entries that it shows as a workbook', async () => {
      await page.getByRole('button', { name: 'Export Excel' }).click();
      const saved = page.waitForEvent('download');
      await page.getByRole('menuitem', { name: 'Excel (.xlsx)' }).click();
      const file = await saved;
      expect(file.suggestedFilename()).toBe('AlertLog.xlsx');
      const [titles, ...exported] = await rowsOfWorkbook(await readFile(await file.path()));
      const columns = ['SNo', 'Device Name', 'Set Point', 'Value', 'Status', 'Acknowledged By'];
      const cells = exported.map((row) => columns.map((title) => row[titles!.indexOf(title)]));
      const api = installation.api;
      const { alertLogs } = await api.get<{ alertLogs: AlertLogEntry[] }>(
        '/alertLog/export?status=Acknowledged',
      );
      expect(alertLogs).toHaveLength(1);
      const { criteria, ackBy } = alertLogs[0]!;
      expect(cells).toEqual([[1, watched, criteria!.values[0], 9.75, 'Acknowledged', ackBy]]);
    });

    it.each(['/dashboard/alert', '/dashboard/alert/log'])(
      'and the list of alerts have landmarks with unique names: %s',
      async (path) => {
        await page.goto(path);
        await rows().first().waitFor();
        expect(await landmarksOfOneName(page)).toEqual([]);
      },
    );
  });

  it('redirects from /dashboard/dashboard to the dashboard', async () => {
    await page.goto('/dashboard/dashboard');
    await becomes('/dashboard/home');
  });

  it('can be sorted and navigated on a phone', async () => {
    await page.setViewportSize(PHONE.viewport);
    await page.goto('/dashboard/device');
    for (const order of ['ascending', 'descending']) {
      await page.getByRole('button', { name: /^Sort by/ }).click();
      await page.getByRole('menuitem', { name: `Device Name ${order}` }).click();
    }
    await becomes('/dashboard/device', { sort: 'deviceName', order: 'DESC' });
    const card = page.getByRole('listitem').filter({ hasText: 'SNo 1' }).first();
    const name = card.getByRole('link', { name: 'aa-99' });
    expect((await name.boundingBox())!.height).toBeGreaterThanOrEqual(24);
    await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).click();
    await becomes('/dashboard/home');
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('shows on the sign-in page that the session has ended', async () => {
    await page.context().clearCookies();
    await page.evaluate(`{
      const session = JSON.parse(localStorage.getItem('DASHBOARD_USER'));
      localStorage.setItem('DASHBOARD_USER', JSON.stringify({ ...session, token: 'dead' }));
    }`);
    await page.goto('/dashboard/device');
    await page.waitForURL(/\/auth\/login/);
    await page.getByText('The session has ended.').waitFor();
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ExportLog } from '@telemon/contracts/devices/dashboards';
import { launchChromium } from '@telemon/testing/chromium';
import { type GivenDevice } from '@telemon/testing/given';
import { jpegOf } from '@telemon/testing/image-files';
import { MqttDevice } from '@telemon/testing/mqtt-device';
import { until } from '@telemon/testing/waiting';
import exceljs from 'exceljs';
import { connectAsync } from 'mqtt';
import type { Browser, Page } from 'playwright-core';
import { type Installation, useInstallation } from '../installation.ts';
import { openConsole, seriousViolations, signIn } from './console-page.ts';
import { stepsOn } from './list-steps.ts';

const NARROW = { width: 960, height: 900 };
const DESK = { width: 1440, height: 900 };
const AIR = 'Air temperature °C';

describe('watching devices', () => {
  let installation: Installation;
  let browser: Browser;
  let page: Page;
  let freezer: GivenDevice;
  let device: MqttDevice;

  /** The dialog or button of this name, while it has the focus. */
  const focused = (role: 'dialog' | 'button', name: string) =>
    page.getByRole(role, { name }).and(page.locator(':focus'));
  const open = (name: string) => page.goto(`/dashboard/info/${name}`);

  beforeAll(async () => {
    installation = await useInstallation();
    const { make, managerId, product } = installation;
    const air = await make.sensorType(managerId, AIR);
    const humidity = await make.sensorType(managerId, 'Relative humidity %');
    const place = { lat: 45.76, lng: 4.84 };
    freezer = await make.device(managerId, [air.id, humidity.id], place);
    // Near enough that the map groups both.
    await make.device(managerId, [air.id], { lat: place.lat + 0.001, lng: place.lng + 0.001 });
    device = await MqttDevice.connect(product.addresses.mqttPort, freezer.mqtt);
    browser = await launchChromium();
    ({ page } = await openConsole(browser, product.addresses.url));
    await signIn(page, product.addresses.adminEmail, product.addresses.adminPassword);
  }, 300_000);

  afterAll(async () => {
    device?.end();
    await browser?.close();
    await installation?.stop();
  });

  beforeEach(() => page.setViewportSize(DESK));

  it('opens a group on the map and a device in it by keyboard, and restores the focus', async () => {
    const { deviceAlias } = freezer.device;
    await page.getByRole('button', { name: 'of 2 devices' }).press('Enter');
    for (const key of ['Enter', 'Space']) {
      await page.getByRole('button', { name: deviceAlias }).press(key);
      await focused('dialog', deviceAlias).waitFor();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Escape');
      await focused('button', deviceAlias).waitFor();
    }
  });

  it('shows the layout of the page while it loads, without misleading messages', async () => {
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route(/deviceDashboard|getAllDevice/, async (route) => {
      await held;
      await route.continue();
    });
    await open(freezer.device.deviceName);
    await page.getByPlaceholder(freezer.device.deviceName).waitFor();
    for (const name of ['Device Data', 'Intelligence']) await page.getByRole('heading', { name }).waitFor();
    await page.getByRole('tab', { name: 'Sensor Log' }).waitFor();
    for (const untrue of ['Choose a device', 'No sensor', 'No Data Available', 'Not Reported']) {
      expect(await page.getByText(untrue).count()).toBe(0);
    }
    const topOfTabs = async () => (await page.getByRole('tablist').boundingBox())!.y;
    const before = await topOfTabs();
    answer();
    await page.getByText('No Data Available').first().waitFor();
    expect(await topOfTabs()).toBeCloseTo(before, 0);
    await page.unrouteAll();
  });

  it('shows for a waiting device how to send its first reading', async () => {
    await open(freezer.device.deviceName);
    await page.getByText(`devices/${freezer.device.deviceName}/telemetry`).waitFor();
    await page.getByText('Its first reading will stand here').waitFor();
    expect(await page.getByText('Another sensor or other dates').count()).toBe(0);
    expect(await seriousViolations(page)).toEqual([]);
  });

  it('names the sensor of each column, without truncation in a narrow window', async () => {
    await device.send({ TC1: 4.5, TN1: 4.43, TM1: -0.0001, TA1: 4.5, TC2: 61, BATTERY: 3.71 });
    await device.send({ TC1: 4.43, TN1: 4.25, TM1: 5.25, TA1: 4.5, TC2: 61.5, BATTERY: 3.71 });
    await page.setViewportSize(NARROW);
    await open(freezer.device.deviceName);
    const log = page.getByRole('tabpanel');
    await log.getByRole('columnheader', { name: `Minimum, ${AIR}` }).waitFor();
    await log.getByRole('cell', { name: '4.50', exact: true }).first().waitFor();
    await log.getByRole('cell', { name: '0.00', exact: true }).waitFor();
    const [content, room] = await page.evaluate<[number, number]>(`(() => {
      const table = document.querySelector('[role=tabpanel] table');
      return [table.scrollWidth, table.parentElement.clientWidth];
    })()`);
    expect(content).toBeLessThanOrEqual(room);
  });

  it('shows large values in full along the axis', async () => {
    await device.send({ TC1: 123_456_789.5 });
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      const labels = page.locator('.recharts-yAxis-tick-labels text');
      const edges = await until(
        async () => {
          // All at once, because another value may bring other labels. Labels that are not drawn have no size.
          const found = await labels.evaluateAll((each) =>
            each
              .map((label) => label.getBoundingClientRect())
              .flatMap((box) => (box.width > 0 ? [box.x] : [])),
          );
          return found.length > 1 && found;
        },
        { what: 'labels along the axis' },
      );
      const { x } = (await page.locator('.recharts-surface').first().boundingBox())!;
      expect(Math.min(...edges)).toBeGreaterThanOrEqual(x);
    }
  });

  it('shows an image that a tank sends, without a reload, in the log and large', async () => {
    const { make, managerId, product } = installation;
    const level = await make.sensorType(managerId, 'Level cm');
    const tank = await make.device(managerId, [level.id], { template: 'Ultrasonic' });
    const { deviceName } = tank.device;
    await page.goto(`/dashboard/info/${deviceName}?tab=image-log`);
    await page.getByText(`on the MQTT topic devices/${deviceName}/image`).waitFor();
    const camera = await connectAsync(`mqtt://127.0.0.1:${product.addresses.mqttPort}`, tank.mqtt);
    await camera.publishAsync(`devices/${deviceName}/image`, jpegOf({ width: 1_600, height: 1_200 }), {
      qos: 1,
    });
    await camera.endAsync();
    const thumbnail = page.getByRole('row').getByRole('button', { name: `Show ${deviceName}` });
    await thumbnail.click();
    const large = page.getByRole('dialog').getByRole('img');
    await until(
      async () => (await large.evaluate((element) => (element as HTMLImageElement).naturalWidth)) === 1_600,
      {
        what: 'the image on the page',
      },
    );
    expect(await seriousViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page
      .getByRole('complementary')
      .getByRole('button', { name: `Show ${deviceName}` })
      .waitFor();
    expect(await seriousViolations(page)).toEqual([]);
  });

  it('keeps a command for a tank that is away, and shows its delivery when the tank is back', async () => {
    const level = await installation.make.sensorType(installation.managerId, 'Level cm');
    const tank = await installation.make.device(installation.managerId, [level.id], {
      template: 'Ultrasonic',
      deviceMetaData: { maximumDepth: 600, applicationType: 'Fill', valueType: 'First' },
    });
    await page.goto(`/dashboard/info/${tank.mqtt.username}?tab=commands`);
    await page.getByRole('button', { name: 'Add Command' }).click();
    const form = page.getByRole('dialog', { name: 'Add Command' });
    await form.getByRole('textbox', { name: 'Command' }).fill('open valve 2');
    expect(await seriousViolations(page)).toEqual([]);
    await form.getByRole('button', { name: 'Add Command' }).click();
    await stepsOn(page).hears('Command created successfully');
    const row = page.getByRole('tabpanel').getByRole('row', { name: 'open valve 2' });
    await row.getByText('Waiting').waitFor();
    expect(await seriousViolations(page)).toEqual([]);

    const { mqttPort } = installation.product.addresses;
    const client = await connectAsync(`mqtt://127.0.0.1:${mqttPort}`, tank.mqtt);
    const got: unknown[] = [];
    client.on('message', (_topic, payload) => got.push(JSON.parse(payload.toString())));
    await client.subscribeAsync(`devices/${tank.mqtt.username}/command`, { qos: 1 });
    await row.getByText('Delivered').waitFor();
    expect(got).toEqual([{ id: expect.any(String), command: 'open valve 2' }]);
    await client.endAsync();
  });

  it('zooms into the part of the chart that is dragged over, and back', async () => {
    await page.setViewportSize(DESK);
    await page.goto(`/dashboard/info/${freezer.device.deviceName}?last=1h&with=2`);
    const chart = page.getByRole('img', { name: /^Device Data as a chart/ });
    await until(async () => (await chart.locator('.recharts-line').count()) === 2, { what: 'two lines' });
    const { x, y, width } = (await chart.boundingBox())!;
    const at = (share: number) => page.mouse.move(x + width * share, y + 150, { steps: 4 });
    await at(0.5);
    await page.mouse.down();
    await at(0.8);
    await page.mouse.up();
    await page.waitForURL(/zoom=/);
    expect(await seriousViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Whole range' }).click();
    await page.waitForURL(/last=1h&with=2$/);
  });

  it('exports the readings that it shows as a workbook', async () => {
    const { deviceName } = freezer.device;
    const timestamp = Date.now();
    await device.send({ TC1: -21.5, timestamp });
    const shown = async () => {
      const path = `/deviceDashboard/getExportLog/${deviceName}`;
      return (await installation.api.get<ExportLog>(path)).dataArray;
    };
    await until(async () => (await shown()).at(-1)?.column1 === -21.5);
    await open(deviceName);
    await page.getByRole('button', { name: 'Export Excel' }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Excel (.xlsx)' }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toBe('GraphData.xlsx');
    await stepsOn(page).hears('GraphData.xlsx was exported');
    const workbook = new exceljs.Workbook();
    await workbook.xlsx.readFile(await file.path());
    const rows = workbook.getWorksheet('GraphData')!.getSheetValues().slice(1) as unknown[][];
    expect(rows[0]!.slice(1)).toEqual(['Device Id', 'Timestamp', 'Current', 'Minimum', 'Maximum', 'Average']);
    const values = rows.slice(1).map(([, name, , ...numbers]) => [name, ...numbers]);
    expect(values).toEqual(
      (await shown()).map((row) => [deviceName, row.column1, row.column2, row.column3, row.column4]),
    );
    expect(values.at(-1)!.slice(0, 2)).toEqual([deviceName, -21.5]);
  });

  it('shows once that Telemon is unavailable', async () => {
    // Without the stream, the page and its lists poll.
    await page.route('**/v1/stream', (route) => route.abort());
    await open(freezer.device.deviceName);
    await page.getByRole('tabpanel').getByRole('cell', { name: '4.43' }).first().waitFor();
    await page.route('**/v1/**', (route) => route.abort());
    await page.locator('[role=alert]:not([role=tabpanel] *)').waitFor({ timeout: 30_000 });
    await until(async () => (await page.getByRole('button', { name: 'Retry' }).count()) === 1, {
      what: 'one Retry',
    });
  });
});

import { beforeAll, describe, expect, it } from '@jest/globals';
import { alertLogOf, outboxOf } from '@telemon/testing/alert-log';
import { ApiClient } from '@telemon/testing/api-client';
import { MqttDevice } from '@telemon/testing/mqtt-device';
import { rowsOfWorkbook } from '@telemon/testing/received-file';
import { until } from '@telemon/testing/waiting';
import { MongoClient } from 'mongodb';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { seriousViolationsInAnyLook } from './console-page.ts';
import { consoleStory, type Steps } from './console-story.ts';

const PASSWORD = 'a password of theirs';

describe('reports', () => {
  const story = consoleStory();
  let manager: Steps;
  let page: Page;
  let userId: string;
  let email: string;
  let deviceName: string;
  let deviceAlias: string;

  beforeAll(async () => {
    const { make, product, api } = story.installation;
    const user = await make.manager({ password: PASSWORD });
    ({ id: userId, email } = user);
    const sensor = await make.sensorType(user.id);
    const { device, mqtt } = await make.device(user.id, [sensor.id]);
    ({ deviceName, deviceAlias } = device);
    await make.alert(deviceName);
    const connection = await MqttDevice.connect(product.addresses.mqttPort, mqtt);
    await connection.send({ TC1: 50, BATTERY: 3.7 });
    await until(async () => (await alertLogOf(api, deviceName)).length === 1, { what: 'the alert fires' });
    connection.end();
    manager = await story.signedIn(email, PASSWORD);
    ({ page } = manager);
  }, 300_000);

  it('previews and exports the readings of a device', async () => {
    await page.getByRole('link', { name: 'Report' }).click();
    await page.getByRole('heading', { name: 'Export Report' }).waitFor();
    await page.getByRole('combobox', { name: 'Device' }).fill(deviceAlias);
    await page.getByRole('option', { name: deviceAlias }).first().click();
    await page.getByText('One reading in these days.').waitFor();
    await page.getByRole('cell', { name: '50', exact: true }).first().waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('button', { name: 'Export Excel' })
        .click()
        .then(() => page.getByRole('menuitem', { name: 'Excel (.xlsx)' }).click()),
    ]);
    expect(download.suggestedFilename()).toBe('Export Report.xlsx');
    const [titles, row] = await rowsOfWorkbook(await readFile(await download.path()));
    expect([titles![0], ...titles!.slice(-2)]).toEqual(['Timestamp', 'Battery (V)', 'Device Id']);
    expect([row![1], ...row!.slice(-2)]).toEqual([50, 3.7, deviceName]);
  }, 120_000);

  it('sends one now, which has the alert and the spreadsheet', async () => {
    await page.getByLabel('Alert', { exact: true }).selectOption('Active');
    await page.getByLabel('Frequency', { exact: true }).selectOption('Weekly');
    await page.getByLabel('Day', { exact: true }).selectOption('Monday');
    await page.getByLabel('Hour', { exact: true }).selectOption('8 hour');
    await page.getByRole('button', { name: 'Save' }).click();
    await manager.hears('Auto Report Config Updated');
    await page.getByText(/^The next report comes on /).waitFor();
    await page.getByRole('button', { name: 'Send me one now' }).click();
    await page.getByRole('cell', { name: /^Sent / }).waitFor();
    const [letter] = await outboxOf(story.installation.api, { kind: 'email', to: email });
    expect(letter!.subject).toBe(
      'Telemon report: 1 alert firing now, 1 alert fired on 1 device, 1 not acknowledged',
    );
    expect(letter!.text).toContain(deviceAlias);
    expect(letter!.attachments.map(({ fileName }) => fileName)).toEqual(['Report.xlsx']);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /^Download the spreadsheet/ }).click(),
    ]);
    const [, row] = await rowsOfWorkbook(await readFile(await download.path()));
    expect(row!.slice(0, 2)).toEqual(['Alert', deviceName]);
  }, 120_000);

  it('has a letter that fits the screens of a desk and of a phone', async () => {
    const [letter] = await outboxOf(story.installation.api, { kind: 'email', to: email });
    const read = await story.browser.newPage();
    for (const [width, colorScheme] of [
      [1280, 'light'],
      [390, 'light'],
      [390, 'dark'],
    ] as const) {
      await read.setViewportSize({ width, height: 800 });
      await read.emulateMedia({ colorScheme });
      await read.setContent(letter!.html);
      // A table that scrolls hides a part of itself, too.
      const hidden = await read.evaluate(() =>
        [document.documentElement, ...document.querySelectorAll('div')].filter(
          ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
        ),
      );
      expect(hidden).toHaveLength(0);
      await read.getByRole('img', { name: /^Alerts by day: / }).waitFor();
    }
    await read.close();
  }, 60_000);

  it('exports a list although its page is left, and has the file for other browsers, too', async () => {
    await page.goto('/dashboard/device');
    await page.getByRole('cell', { name: deviceName }).first().waitFor();
    await page.getByRole('button', { name: 'Export Excel' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('menuitem', { name: 'Excel (.xlsx)' })
        .click()
        .then(() => page.getByRole('link', { name: 'Report' }).click()),
    ]);
    expect(download.suggestedFilename()).toBe('Devices.xlsx');
    const rows = await rowsOfWorkbook(await readFile(await download.path()));
    expect(rows.map(([name]) => name)).toEqual(['Device Name', deviceName]);
    const elsewhere = await story.signedIn(email, PASSWORD);
    await elsewhere.page.goto('/dashboard/autoReport');
    const row = elsewhere.page.getByRole('row', { name: /Devices/ });
    const [again] = await Promise.all([
      elsewhere.page.waitForEvent('download'),
      row.getByRole('button', { name: /^Download the export/ }).click(),
    ]);
    expect(await rowsOfWorkbook(await readFile(await again.path()))).toEqual(rows);
    await elsewhere.page.close();
  }, 120_000);

  it('have nothing about a device that was given away since the last one', async () => {
    const { api, make, product } = story.installation;
    const other = await make.manager();
    await api.expect('PATCH', '/bulkUpdate/device', { deviceId: [deviceName], managerId: other.id });
    const own = await ApiClient.signIn(product.addresses.url, email, PASSWORD);
    await until(async () => (await own.all('/alertLog', 'alertLogs')).length === 0, {
      what: 'the alert log without the device',
    });
    // The next one is planned for a day of next week.
    const client = await MongoClient.connect(product.addresses.mongoUrl);
    const plans = client.db('reporting').collection<{ _id: string }>('auto_reports');
    await plans.updateOne({ _id: userId }, { $set: { nextAt: new Date() } });
    await client.close();
    const letters = await until(
      async () => {
        const sent = await outboxOf(api, { kind: 'email', to: email });
        return sent.length === 2 && sent;
      },
      { timeoutMs: 60_000, what: 'the planned report' },
    );
    const [letter] = letters;
    expect(letter!.subject).toBe('Telemon report: no alerts');
    for (const part of [letter!.text, letter!.html]) {
      expect(part).not.toContain(deviceName);
      expect(part).not.toContain(deviceAlias);
    }
    const { url } = letter!.attachments[0]!;
    const workbook = await fetch(`${product.addresses.url}${url}`);
    expect(await rowsOfWorkbook(Buffer.from(await workbook.arrayBuffer()))).toHaveLength(1);
  }, 120_000);

  it('has no serious accessibility violation', async () => {
    expect(await seriousViolationsInAnyLook(page)).toEqual({});
  });

  it('causes no error on the page', () => {
    expect(story.errors()).toEqual([]);
  });
});

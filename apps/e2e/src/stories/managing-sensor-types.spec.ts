import { beforeAll, describe, expect, it } from '@jest/globals';
import { uniqueName } from '@telemon/testing/given';
import { tableWorkbook } from '@telemon/testing/table-files';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { seriousViolationsInAnyLook, seriousViolationsInBothThemes } from './console-page.ts';
import { consoleStory, type Steps } from './console-story.ts';

const TANK = [
  ['raw', 'value'],
  [4, 0],
  [8, 150],
  [12, 300],
  [20, 1000],
] as const;

interface TableFile {
  name: string;
  buffer: Buffer;
}

/** Steps with the file of a calibration table. */
const tableStepsOn = ({ page, row, dialog }: Steps) => {
  const choose = async ({ name, buffer }: TableFile) => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByLabel('Choose a file').click();
    await (await chooser).setFiles({ name, buffer, mimeType: 'application/octet-stream' });
  };
  return {
    choose,
    upload: async (sensorName: string) => {
      await row(sensorName).getByRole('link', { name: 'Upload Excel' }).click();
      await page.waitForURL('**/dashboard/sensor/*/upload');
      await dialog().getByText(`The table of ${sensorName}`).waitFor();
    },
    /** The facts about a table in the preview, or of the table in use. */
    facts: async () => {
      await dialog().getByRole('img', { name: 'What each raw value stands for, as a curve' }).waitFor();
      return dialog().locator('dl').first().locator('dd').allTextContents();
    },
    rows: () => dialog().getByRole('table').locator('tbody tr').allTextContents(),
    drop: (files: TableFile[]) =>
      dialog()
        .getByText('or drop it here')
        .evaluate(
          (element, dropped) => {
            const dataTransfer = new DataTransfer();
            for (const { name, text } of dropped) dataTransfer.items.add(new File([text], name));
            element.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
          },
          files.map(({ name, buffer }) => ({ name, text: buffer.toString() })),
        ),
  };
};

describe('managing sensor types', () => {
  const story = consoleStory();
  const tankLevel = uniqueName('Level');
  let admin: Steps;
  let tables: ReturnType<typeof tableStepsOn>;
  let page: Page;

  beforeAll(async () => {
    const { make, product } = story.installation;
    await make.manager({ name: 'Maud Manager' });
    admin = await story.signedIn(product.addresses.adminEmail, product.addresses.adminPassword);
    tables = tableStepsOn(admin);
    ({ page } = admin);
  });

  it('adds a sensor for a manager', async () => {
    await page.getByRole('link', { name: 'Sensors Types' }).click();
    await page.getByRole('heading', { name: 'Sensors Types', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Add Sensor' }).first().click();
    await page.waitForURL('**/dashboard/sensor/create');
    const form = admin.dialog();
    const add = form.getByRole('button', { name: 'Add Sensor' });
    await form.getByLabel('Sensor Name').fill(tankLevel);
    await admin.choose('Manager', 'Maud Manager');
    await add.click();
    await admin.hears('Sensor created');
    const row = admin.row(tankLevel);
    expect(await row.textContent()).toContain('Maud Manager');
  });

  it('shows the curve of a workbook before and after it is saved', async () => {
    await tables.upload(tankLevel);
    await tables.choose({ name: 'tank.xlsx', buffer: tableWorkbook(TANK) });
    expect(await tables.facts()).toEqual(['4', '4 to 20', '0 to 1,000']);
    expect(await tables.rows()).toEqual(['140', '28150', '312300', '4201,000']);
    expect(await seriousViolationsInBothThemes(page)).toEqual({});
    await admin.dialog().getByRole('button', { name: 'Save' }).click();
    await admin.hears('Table uploaded');
    await admin
      .row(tankLevel)
      .getByRole('link', { name: `Table of ${tankLevel}` })
      .click();
    await page.waitForURL('**/dashboard/sensor/*/table');
    await admin.dialog().getByText('tank.xlsx, uploaded').waitFor();
    expect(await tables.facts()).toEqual(['4', '4 to 20', '0 to 1,000']);
    await page.keyboard.press('Escape');
    await admin.dialog().waitFor({ state: 'detached' });
  });

  it('accepts its own template as a new table, by drag and drop', async () => {
    await tables.upload(tankLevel);
    const download = page.waitForEvent('download');
    await admin.dialog().getByRole('link', { name: 'Download a template' }).click();
    const template = await download;
    expect(template.suggestedFilename()).toBe('calibration-table.csv');
    await tables.drop([{ name: 'dropped.csv', buffer: await readFile(await template.path()) }]);
    expect(await tables.facts()).toEqual(['5', '4 to 20', '0 to 1,000']);
    await admin.dialog().getByText('It takes the place of the present table (tank.xlsx).').waitFor();
    await admin.dialog().getByRole('button', { name: 'Save' }).click();
    await admin.hears('Table uploaded');
  });

  it('has no serious accessibility violation', async () => {
    await page.goto('/dashboard/sensor');
    await admin.columns();
    expect(await seriousViolationsInAnyLook(page)).toEqual({});
  });

  it('causes no error on the page', () => {
    expect(story.errors()).toEqual([]);
  });
});

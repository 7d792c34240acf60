import { beforeAll, describe, expect, it } from '@jest/globals';
import type { User } from '@telemon/contracts/auth/users';
import { uniqueName } from '@telemon/testing/given';
import { sheetRows, tableWorkbook, workbookOf } from '@telemon/testing/table-files';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { seriousViolationsInAnyLook, seriousViolationsInBothThemes } from './console-page.ts';
import { consoleStory, type Steps } from './console-story.ts';

const PASSWORD = 'a password of theirs';
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

const csv = (name: string, ...rows: string[]): TableFile => ({ name, buffer: Buffer.from(rows.join('\n')) });

/** Steps with the file of a calibration table. */
const tableStepsOn = ({ page, row, dialog }: Steps) => {
  const choose = async ({ name, buffer }: TableFile) => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose a file' }).click();
    await (await chooser).setFiles({ name, buffer, mimeType: 'application/octet-stream' });
  };
  return {
    choose,
    upload: async (sensorName: string) => {
      await row(sensorName).getByRole('button', { name: 'Upload Excel' }).click();
      await page.waitForURL('**/dashboard/sensor/*/upload');
      await dialog().getByText(`The table of ${sensorName}`).waitFor();
    },
    isRefused: async (file: TableFile, reason: string) => {
      await choose(file);
      await dialog().getByRole('alert').getByText(reason).waitFor();
      expect(await dialog().getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
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
  const ownOfManager = uniqueName('Own');
  let admin: Steps;
  let tables: ReturnType<typeof tableStepsOn>;
  let page: Page;
  let manager: User;

  beforeAll(async () => {
    const { make, product } = story.installation;
    manager = await make.manager({ name: 'Maud Manager', password: PASSWORD });
    admin = await story.signedIn(product.addresses.adminEmail, product.addresses.adminPassword);
    tables = tableStepsOn(admin);
    ({ page } = admin);
  });

  it('adds a sensor for a manager', async () => {
    await page.getByRole('link', { name: 'Sensors Types' }).click();
    await page.getByRole('heading', { name: 'Sensors Types', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Add Sensor' }).first().click();
    await page.waitForURL('**/dashboard/sensor/create');
    const form = admin.dialog();
    const add = form.getByRole('button', { name: 'Add Sensor' });
    await form.getByLabel('Sensor Name').fill(tankLevel);
    await form.getByLabel('Manager').selectOption('Maud Manager');
    await add.click();
    await admin.hears('Sensor created');
    const row = admin.row(tankLevel);
    expect(await row.textContent()).toContain('Maud Manager');
  });

  it('shows the error of a file with its row and column, and saves nothing', async () => {
    await tables.upload(tankLevel);
    await tables.isRefused(csv('order.csv', 'raw,value', '4,0', '12,300', '8,150'), 'Row 4, column A (raw)');
    await admin.dialog().getByText('order.csv cannot be taken.').waitFor();
    await tables.isRefused(csv('words.csv', '4,0', '8,much'), 'Row 2, column B (value) is not a number');
    await tables.isRefused(
      {
        name: 'formula.xlsx',
        buffer: workbookOf(`${sheetRows(TANK)}<row r="6"><c r="A6"><f>20+1</f><v>21</v></c></row>`),
      },
      'Row 6, column A (raw) holds a formula',
    );
    await tables.isRefused(
      { name: 'lies.xlsx', buffer: workbookOf(sheetRows(TANK), { unpacked: 9_000 }) },
      'damaged',
    );
    await page.keyboard.press('Escape');
    await admin.row(tankLevel).getByText('No table').waitFor();
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

  it('removes a mapping after a confirmation', async () => {
    const removeMapping = admin.row(tankLevel).getByRole('button', { name: 'Remove Mapping' });
    await removeMapping.click();
    const asked = page.getByRole('alertdialog', { name: 'Are You Sure ?' });
    await asked.getByText(`${tankLevel} will lose its table`).waitFor();
    await asked.getByRole('button', { name: 'Yes' }).click();
    await admin.hears('Mapping removed');
    await admin.row(tankLevel).getByText('No table').waitFor();
    await removeMapping.waitFor({ state: 'detached' });
  });

  it('shows a manager their own sensors, and adds one for them', async () => {
    const { make, managerId } = story.installation;
    const foreign = await make.sensorType(managerId);
    const { sensorName } = await make.sensorType(manager.id);
    const owner = await story.signedIn(manager.email, PASSWORD);
    await owner.page.goto('/dashboard/sensor');
    await owner.row(sensorName).waitFor();
    expect(await owner.row(foreign.sensorName).count()).toBe(0);
    await owner.page.getByRole('button', { name: 'Add Sensor' }).click();
    await owner.dialog().getByLabel('Sensor Name').fill(ownOfManager);
    await owner.dialog().getByRole('button', { name: 'Add Sensor' }).click();
    await owner.hears('Sensor created');
    const steps = tableStepsOn(owner);
    await steps.upload(ownOfManager);
    await steps.choose(csv('own.csv', '0;0,5', '10;100,25'));
    expect(await steps.facts()).toEqual(['2', '0 to 10', '0.5 to 100.25']);
    await owner.dialog().getByRole('button', { name: 'Save' }).click();
    await owner.hears('Table uploaded');
    await owner.page.goto(`/dashboard/sensor/${foreign.id}/table`);
    await owner.dialog().getByText('There is no such sensor').waitFor();
  });

  it('deletes a sensor with its table, but not one that a device uses', async () => {
    const { make } = story.installation;
    const used = await make.sensorType(manager.id);
    await make.device(manager.id, [used.id]);
    await page.goto('/dashboard/sensor');
    await admin.remove(used.sensorName, 'Sensor');
    await admin.hears('The sensor is in use by a device');
    await admin.row(used.sensorName).waitFor();
    await admin.row(ownOfManager).getByRole('button', { name: 'Delete Sensor' }).click();
    const asked = page.getByRole('alertdialog', { name: 'Are You Sure ?' });
    await asked.getByText(`${ownOfManager} will be deleted, with its table.`).waitFor();
    await asked.getByRole('button', { name: 'Yes' }).click();
    await admin.hears('Deleted!');
    await admin.row(ownOfManager).waitFor({ state: 'detached' });
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

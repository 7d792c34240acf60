import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { outboxOf } from '@telemon/testing/alert-log';
import { ApiClient } from '@telemon/testing/api-client';
import { launchChromium } from '@telemon/testing/chromium';
import { aPlan } from '@telemon/testing/given';
import { WholeProduct } from '@telemon/testing/whole-product';
import { until } from '@telemon/testing/waiting';
import { type Browser, type Locator, type Page, devices as phones } from 'playwright-core';
import { openConsole } from './console-page.ts';
import { countedHand } from './counted-hand.ts';
import { asChosen } from './file-steps.ts';
import { runInTerminal } from './terminal.ts';

const MANAGER = { email: 'maya@example.com', password: 'keeper of tanks' };
/** 12.5 mA is one eighth of the way from 12 to 16. */
const TABLE = 'raw,value\r\n4,0\r\n8,150\r\n12,300\r\n16,700\r\n20,1000\r\n';
const CONVERTED = '350';
const RAW = '12.5';

describe('the first five minutes with Telemon, from an empty database', () => {
  let product: WholeProduct;
  let browser: Browser;
  let page: Page;
  const consoleErrors: string[][] = [];

  const open = async (options = {}) => {
    const console = await openConsole(browser, product.addresses.url, options);
    consoleErrors.push(console.errors);
    return console.page;
  };
  const dialog = (name: string, on: Page = page) => on.getByRole('dialog', { name, exact: true });
  const press = (form: Locator, name: string) => form.getByRole('button', { name, exact: true });
  const gone = (form: Locator) => form.waitFor({ state: 'detached' });
  /** Waits until the option is selected: the form selects an added thing a moment later. */
  const isChosen = (form: Locator, label: string, name: string) =>
    until(
      () =>
        form
          .getByLabel(label, { exact: true })
          .evaluate(
            (field, option) => ((field as HTMLInputElement).value ?? field.textContent) === option,
            name,
          ),
      { what: `${name} in ${label}` },
    );
  /** Goes on to a field by Tab, and opens its list by the arrow; returns the entry that adds an option. */
  const entryOf = async (form: Locator, label: string, name: string) => {
    const field = form.getByLabel(label, { exact: true });
    for (let presses = 0; presses < 20; presses++) {
      if (await field.evaluate((element) => element === document.activeElement)) break;
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('ArrowDown');
    return page.getByRole('option', { name, exact: true });
  };

  beforeAll(async () => {
    product = await WholeProduct.start();
    browser = await launchChromium();
    page = await open();
  }, 300_000);
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });

  const { steps, click, fill, give, search } = countedHand();
  const form = () => dialog('Add Device');

  it('starts with the first admin, who sees the first step', async () => {
    await page.goto('/');
    const login = page.locator('form');
    await fill(login, { Email: product.addresses.adminEmail, Password: product.addresses.adminPassword });
    await click(press(login, 'Login'));
    await page.getByText('No devices yet').waitFor();
    await click(page.getByRole('link', { name: 'Add Device' }));
    await fill(form(), { 'Device Name': 'tank-1', 'Device Alias': 'Rain tank' });
  });

  it('adds the manager and their location without leaving the form of the device', async () => {
    await form()
      .getByText(/There is no manager yet/)
      .waitFor();
    await click(await entryOf(form(), 'Manager', 'Add Manager'));
    const user = dialog('Add User');
    await fill(user, { Name: 'Maya Marsh', Contact: '+15005550006', Email: MANAGER.email });
    await fill(user, { 'Company Name': 'Marsh Farms' });
    await isChosen(user, 'Role', 'Manager');
    await click(await entryOf(user, 'Location', 'Add Location'));
    const location = dialog('Add Location');
    await fill(location, { 'Location Name': 'Lyon' });
    await click(press(location, 'Add Location'));
    await gone(location);
    await isChosen(user, 'Location', 'Lyon');
    await click(press(user, 'Add User'));
    await gone(user);
    await isChosen(form(), 'Manager', 'Maya Marsh');
  });

  it('asks before it discards a nested form, and keeps the form below', async () => {
    await (await entryOf(form(), 'Sensor 1', 'Add Sensor')).click();
    const sensor = dialog('Add Sensor');
    await sensor.getByLabel('Sensor Name').fill('Mistyped');
    await page.keyboard.press('Escape');
    const question = page.getByRole('alertdialog', { name: 'Discard what was typed?' });
    await press(question, 'Keep typing').click();
    await gone(question);
    expect(await sensor.getByLabel('Sensor Name').inputValue()).toBe('Mistyped');
    await page.keyboard.press('Escape');
    await press(question, 'Discard').click();
    await gone(sensor);
    await (await entryOf(form(), 'Sensor 1', 'Add Sensor')).click();
    await page.goBack();
    await press(question, 'Keep typing').click();
    await gone(question);
    await page.keyboard.press('Escape');
    await gone(sensor);
    expect(await form().getByLabel('Device Alias').inputValue()).toBe('Rain tank');
  });

  it('adds the sensor with its table', async () => {
    await click(await entryOf(form(), 'Sensor 1', 'Add Sensor'));
    const sensor = dialog('Add Sensor');
    await fill(sensor, { 'Sensor Name': 'Tank level (l)' });
    await click(sensor.getByRole('switch'));
    await click(press(sensor, 'Add Sensor'));
    const table = dialog('Upload Excel');
    await give(table, { name: 'level.csv', mimeType: 'text/csv', buffer: Buffer.from(TABLE) });
    await table.getByText('0 to 1,000').waitFor();
    await click(press(table, 'Save'));
    await gone(table);
    await isChosen(form(), 'Sensor 1', 'Tank level (l)');
  });

  it('adds the building and its floor, and chooses the position on the plan', async () => {
    await click(form().getByRole('radio', { name: /^Map: / }));
    await click(await entryOf(form(), 'Building', 'Add Building'));
    const building = dialog('Add/Edit Building');
    await fill(building, { 'Building Name': 'Pump house' });
    await search(building, 'Search a city', 'Lyo', 'Lyon');
    await click(press(building, 'Add Building'));
    await gone(building);
    await click(await entryOf(form(), 'Floor', 'Add Floor'));
    const floor = dialog('Add Floor');
    await fill(floor, { 'Floor Name': 'Ground floor' });
    await isChosen(floor, 'Building', 'Pump house');
    await give(floor, await asChosen(aPlan()));
    await floor.getByRole('img', { name: 'The plan as it will be seen' }).waitFor();
    await click(press(floor, 'Add Floor'));
    await gone(floor);
    await click(form().locator('.leaflet-container'));
    await form().getByRole('button', { name: 'The device stands here' }).waitFor();
    await click(press(form(), 'Add Device'));
  });

  it('sends the first reading with the command on the page, and shows it without a reload', async () => {
    const login = dialog('tank-1 is added');
    await login.getByText('Waiting for the first reading…').waitFor();
    await page.evaluate('window.notReloaded = true');
    const [, line] = /(mosquitto_pub .+)/.exec(await login.innerText())!;
    await click(login.getByRole('button', { name: 'Copy: Send a first reading from a terminal' }));
    await runInTerminal(line!);
    // The command is pasted into a terminal.
    steps.fields += 1;
    await login.getByText('The first reading is here').waitFor();
    await click(login.getByRole('link', { name: 'See the readings' }));
    const log = page.getByRole('table').filter({ hasText: 'Tank level' });
    await log.getByText(CONVERTED, { exact: true }).first().waitFor();
    await page.getByText('Updated').waitFor();
    expect(await page.getByText(RAW, { exact: true }).count()).toBe(0);
    expect(await page.evaluate('window.notReloaded')).toBe(true);
  });

  it('takes at most 20 clicks and 18 fields', () => {
    process.stdout.write(
      `The first reading is seen after ${steps.clicks} clicks and ${steps.fields} fields.\n`,
    );
    expect(steps.clicks).toBeLessThanOrEqual(20);
    expect(steps.fields).toBeLessThanOrEqual(18);
  });

  it('finds the device by its building and on the plan, and the converted value on its card', async () => {
    await page.getByRole('link', { name: 'Dashboard' }).first().click();
    await page.getByRole('button', { name: /^Pump house/ }).click();
    await dialog('Floors')
      .getByRole('button', { name: /^Ground floor/ })
      .click();
    await dialog('Ground floor, Pump house').getByRole('button', { name: 'Rain tank: Normal' }).waitFor();
    await page.goto('/dashboard/home?view=cards');
    const card = page.getByRole('article').filter({ hasText: 'Rain tank' });
    await card.getByText(CONVERTED).first().waitFor();
  });

  it('lets the new manager start on a phone, with the link of her invitation', async () => {
    const { viewport, ...phone } = phones['iPhone 13'];
    const { defaultBrowserType: _, ...options } = { ...phone, viewport: { ...viewport, width: 390 } };
    const hers = await open(options);
    const { url, adminEmail, adminPassword } = product.addresses;
    const [letter] = await outboxOf(await ApiClient.signIn(url, adminEmail, adminPassword), {
      to: MANAGER.email,
    });
    await hers.goto(/https?:\/\/\S+\/auth\/invitation#[\w-]+/.exec(letter!.text)![0]);
    await hers.getByLabel('New Password', { exact: true }).fill(MANAGER.password);
    await hers.getByLabel('Confirm Password', { exact: true }).fill(MANAGER.password);
    await hers.getByRole('button', { name: 'Set Password' }).tap();
    await hers.getByRole('button', { name: /^Pump house/ }).waitFor();
    await hers.goto('/dashboard/device/create');
    const own = dialog('Add Device', hers);
    await own.getByLabel('Device Name').fill('freezer-1');
    await own.getByLabel('Device Alias').fill('Kitchen freezer');
    await isChosen(own, 'Manager', 'Maya Marsh');
    // The manager's only sensor.
    await isChosen(own, 'Sensor 1', 'Tank level (l)');
    await own.getByRole('combobox', { name: 'Search a city' }).fill('Hambu');
    await hers.getByRole('option', { name: 'Hamburg' }).tap();
    await press(own, 'Add Device').tap();
    const login = dialog('freezer-1 is added', hers);
    await login.getByText('Waiting for the first reading…').waitFor();
    const [, line] = /(mosquitto_pub .+)/.exec(await login.innerText())!;
    await runInTerminal(line!);
    await login.getByText('The first reading is here').waitFor();
    const link = login.getByRole('link', { name: 'See the readings' });
    expect(await link.evaluate((element) => element.getBoundingClientRect().bottom <= innerHeight)).toBe(
      true,
    );
    await link.tap();
    await hers.getByText('Updated').waitFor();
    expect(consoleErrors.flat()).toEqual([]);
  });
});

import { beforeAll, describe, expect, it } from '@jest/globals';
import type { User } from '@telemon/contracts/auth/users';
import type { Page } from 'playwright-core';
import { seriousViolationsInAnyLook } from './console-page.ts';
import { consoleStory, type Steps } from './console-story.ts';

const PASSWORD = 'a password of theirs';

describe('assigning devices', () => {
  const story = consoleStory();
  let admin: Steps;
  let page: Page;
  let manager: User;
  let asa: User;
  let deviceName: string;
  let alias: string;

  const table = (name: string) => page.getByRole('table', { name });
  const chooseDevice = async (on: Steps) => {
    const device = on.dialog().getByRole('combobox', { name: 'Device' });
    await device.fill(deviceName);
    await on.page.getByRole('option', { name: alias }).click();
  };
  const chooseAssistant = async (on: Steps, name: string) => {
    await on.dialog().getByRole('combobox', { name: 'Assistant' }).click();
    await on.page.getByRole('option', { name }).click();
  };

  beforeAll(async () => {
    const { make, product } = story.installation;
    manager = await make.manager({ name: 'Maud Manager', password: PASSWORD });
    const assistant = { password: PASSWORD, userRole: 'assistant', managerId: manager.id };
    asa = await make.manager({ ...assistant, name: 'Asa Assistant' });
    await make.manager({ ...assistant, name: 'Ben Assistant' });
    const sensor = await make.sensorType(manager.id);
    const { device } = await make.device(manager.id, [sensor.id]);
    ({ deviceName, deviceAlias: alias } = device);
    admin = await story.signedIn(product.addresses.adminEmail, product.addresses.adminPassword);
    ({ page } = admin);
  });

  it('assigns a device, which its assistant sees at once', async () => {
    const he = await story.signedIn(asa.email, PASSWORD);
    await he.page.getByText('No devices yet').first().waitFor();
    await he.page.evaluate('window.notReloaded = true');
    await page.getByRole('link', { name: 'Assign Devices' }).click();
    await page.getByRole('link', { name: 'Assign Device', exact: true }).first().click();
    await chooseDevice(admin);
    await chooseAssistant(admin, 'Asa Assistant');
    await admin.dialog().getByRole('button', { name: 'Assign Device' }).click();
    await admin.hears('Device assigned');
    await he.page.getByText('No devices yet').first().waitFor({ state: 'detached' });
    expect(await he.page.evaluate('window.notReloaded')).toBe(true);
    await he.page.context().close();
  });

  it('shows the devices, and the assistants of the device that the address names', async () => {
    await page.waitForURL(`**/dashboard/assignDevice?device=${deviceName}`);
    await table('Assistants').getByText('Asa Assistant').waitFor();
    expect(await seriousViolationsInAnyLook(page)).toEqual({});
  });

  it('takes a device from an assistant after a confirmation, and it disappears from their screen', async () => {
    const he = await story.signedIn(asa.email, PASSWORD);
    await he.page.goto(`/dashboard/info/${deviceName}`);
    await he.heading('Device Data');
    const row = table('Assistants').getByRole('row', { name: 'Asa Assistant' });
    await row.getByRole('button', { name: 'Remove Assistant' }).click();
    const question = page.getByRole('alertdialog', { name: 'Are You Sure ?' });
    await question.getByText(/Asa Assistant will no longer see/).waitFor();
    await question.getByRole('button', { name: 'Yes' }).click();
    await admin.hears('Deleted!');
    await page.getByText('Nobody sees it').waitFor();
    await page.getByText('No device is assigned yet').waitFor();
    await he.page.getByText(`There is no device ${deviceName}`).waitFor();
    expect(await he.page.getByText('Device Data').count()).toBe(0);
    await he.page.context().close();
  });

  it('lets a manager assign their own devices', async () => {
    const she = await story.signedIn(manager.email, PASSWORD);
    await she.page.goto('/dashboard/assignDevice/create');
    await she.dialog().waitFor();
    expect(await seriousViolationsInAnyLook(she.page)).toEqual({});
    await she.page.setViewportSize({ width: 1440, height: 900 });
    await chooseDevice(she);
    await chooseAssistant(she, 'Ben Assistant');
    await she.dialog().getByRole('button', { name: 'Assign Device' }).click();
    await she.hears('Device assigned');
    await she.page.getByText('Ben Assistant').waitFor();
  });

  it('causes no error on the page', () => {
    expect(story.errors()).toEqual([]);
  });
});

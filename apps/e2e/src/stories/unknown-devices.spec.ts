import { beforeAll, describe, expect, it } from '@jest/globals';
import type { SensorLogRow } from '@telemon/contracts/devices/dashboards';
import type { UnknownDevice } from '@telemon/contracts/logs/unknown-devices';
import { uniqueName } from '@telemon/testing/given';
import { until } from '@telemon/testing/waiting';
import type { Page } from 'playwright-core';
import { appearsUnknown, sendDatagram } from '../datagrams.ts';
import { seriousViolationsInAnyLook } from './console-page.ts';
import type { Steps } from './console-story.ts';
import { deviceStory } from './device-story.ts';

describe('a device that is not registered', () => {
  const { story, form, choose, isChosen } = deviceStory();
  const deviceName = uniqueName('new');
  let admin: Steps;
  let page: Page;

  beforeAll(() => {
    ({ admin, page } = story);
  });

  it('is shown to an admin with its payload', async () => {
    await appearsUnknown(story.installation, deviceName);
    await page.getByRole('link', { name: 'Unknown Devices' }).click();
    await admin.row(deviceName).getByText(`${deviceName},TC1=20.1`).waitFor();
    await admin.row(deviceName).getByText('UDP', { exact: true }).waitFor();
    expect(await seriousViolationsInAnyLook(page)).toEqual({});
  });

  it('is created from there; then its datagrams are stored, and it is unknown no more', async () => {
    const { api } = story.installation;
    await admin.row(deviceName).getByRole('link', { name: 'Create device' }).click();
    expect(await form().getByLabel('Device Name').inputValue()).toBe(deviceName);
    await form().getByLabel('Device Alias').fill('Cold room 1');
    await choose('Manager', 'Maud Manager');
    await isChosen('Sensor 1', 'Temperature');
    await form().getByLabel('Latitude').fill('45.76');
    await form().getByLabel('Longitude').fill('4.84');
    await form().getByRole('button', { name: 'Add Device' }).click();
    const login = page.getByRole('dialog', { name: `${deviceName} is added` });
    await login.getByRole('button', { name: 'Done' }).click();
    await until(async () => {
      await sendDatagram(story.installation, `${deviceName},TC1=4.5`);
      const path = `/deviceDashboard/getSensorLog/${deviceName}`;
      return (await api.get<{ sensorLog: SensorLogRow[] }>(path)).sensorLog.some(({ TC1 }) => TC1 === 4.5);
    });
    // An edge may have reported names of a former test after the installation was emptied.
    const unknown = await api.all<UnknownDevice>('/unknownDevice', 'unknownDevices');
    for (const { deviceName: other } of unknown.filter((each) => each.deviceName !== deviceName))
      await api.send('DELETE', `/unknownDevice/${other}`);
    await page.getByRole('link', { name: 'Unknown Devices' }).click();
    await page.getByText('No unknown device').waitFor();
    expect(story.errors()).toEqual([]);
  });
});

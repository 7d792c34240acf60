import { beforeAll, describe, expect, it } from '@jest/globals';
import type { User } from '@telemon/contracts/auth/users';
import type { Building } from '@telemon/contracts/devices/buildings';
import type { Floor } from '@telemon/contracts/devices/floors';
import type { SensorType } from '@telemon/contracts/devices/sensor-types';
import { uniqueName } from '@telemon/testing/given';
import type { Page } from 'playwright-core';
import { seriousViolationsInBothThemes } from './console-page.ts';
import type { Steps } from './console-story.ts';
import { deviceStory, PASSWORD, REQUIRED } from './device-story.ts';

describe('editing devices', () => {
  const { story, form, choose, shows, deviceOf } = deviceStory();
  let admin: Steps;
  let page: Page;
  let maud: User;
  let mila: User;
  let assistant: User;
  let temperature: SensorType;
  let building: Building;
  let floor: Floor;
  const deviceName = uniqueName('room');

  /** Presses a button, and returns the body of the request that follows. */
  const sentBy = async (name: string, method: string) => {
    const answered = page.waitForResponse(
      (answer) => answer.request().method() === method && answer.url().includes('/device'),
    );
    await form().getByRole('button', { name, exact: true }).click();
    return (await answered).request().postDataJSON() as Record<string, unknown>;
  };

  beforeAll(async () => {
    ({ admin, page, maud, mila, temperature } = story);
    const { make } = story.installation;
    assistant = await make.manager({
      name: 'Asa Assistant',
      password: PASSWORD,
      userRole: 'assistant',
      managerId: maud.id,
    });
    building = await make.building(maud.id);
    floor = await make.floor(building.buildingId);
    await make.device(maud.id, [temperature.id], { deviceName, deviceAlias: 'Cold room 1' });
    await page.goto('/dashboard/device');
  });

  it('sorts and searches the list of an admin, with company and manager', async () => {
    const columns = ['SNo', 'Name', 'Company', 'Alias', 'Manager', 'Created At', 'Options'];
    expect(await admin.columns()).toEqual(columns);
    await page.getByRole('button', { name: 'Manager', exact: true }).click();
    await page.waitForURL(/sort=managerName/);
    await page.getByRole('searchbox', { name: 'Search' }).fill('Cold room 1');
    await page.waitForURL(/q=Cold/);
    await admin.row(deviceName).waitFor();
  });

  it('places a device on the plan of a floor, and sets the adjustment and mapping of its sensors', async () => {
    await page.goto(`/dashboard/device/${deviceName}/edit`);
    await form().getByLabel('Device Alias').waitFor();
    expect(await form().getByLabel('Device Name').isDisabled()).toBe(true);
    await form().getByText('Map', { exact: true }).click();
    await choose('Building', building.buildingName);
    await choose('Floor', floor.floorName);
    await form().getByLabel('From the left').fill('25');
    await form().getByLabel('From the top').fill('40');
    await form().getByRole('switch', { name: 'Adjust what the sensors read' }).check();
    await form().getByRole('button', { name: 'Save' }).click();
    await shows('Required', 12);
    await admin.focusOn('Sensor 1, range 1: From');
    for (const [place, from] of [0, 10, 20, 30].entries()) {
      const part = (name: string) =>
        form().getByLabel(`Sensor 1, range ${place + 1}: ${name}`, { exact: true });
      await part('From').fill(String(from));
      await part('To').fill(String(from + 10));
      await part('Value').fill('0.5');
    }
    await form().getByRole('switch', { name: 'Feed sensors from other channels' }).check();
    for (const [channel, feeding] of Object.entries({ TC1: 'TC2', TC2: 'TC1', TC3: 'TC3', TC4: 'TC4' })) {
      await choose(channel, feeding);
    }
    expect(await seriousViolationsInBothThemes(page)).toEqual({});
    await form().getByRole('button', { name: 'Save' }).click();
    await admin.hears('Device updated');
    const device = await deviceOf(deviceName);
    expect(device).toMatchObject({
      locationMode: 'Map',
      lat: null,
      floorData: { buildingId: building.buildingId, floorMapId: floor.floorId, xValue: 25, yValue: 40 },
      sensorMapping: { enabled: true, TC1: 'TC2', TC2: 'TC1' },
    });
    expect(device.sensorAdjustment.sensor1).toHaveLength(4);
  });

  it('shows which fields a change of manager clears, and sends that the manager changed', async () => {
    await admin.row(deviceName).getByRole('button', { name: 'Edit Device' }).click();
    await choose('Manager', 'Mila Manager');
    await form()
      .getByText(/belong to the former manager and were cleared here/)
      .waitFor();
    expect(await form().getByLabel('Sensor 1').inputValue()).toBe('');
    await form().getByRole('button', { name: 'Save' }).click();
    await admin.focusOn('Sensor 1');
    await choose('Sensor 1', 'Humidity');
    const sent = await sentBy('Save', 'PATCH');
    expect(sent).toMatchObject({ managerId: mila.id, managerChanged: true });
    await admin.hears('Device updated');
    expect(await deviceOf(deviceName)).toMatchObject({
      managerId: mila.id,
      sensorId2: null,
      floorData: null,
    });
  });

  it('gives several devices to another manager, all or none', async () => {
    const { make } = story.installation;
    const given = [
      await make.device(maud.id, [temperature.id]),
      await make.device(maud.id, [temperature.id]),
    ];
    const [one, other] = given.map(({ device }) => device);
    const { device: gone } = await make.device(maud.id, [temperature.id]);
    await page.goto('/dashboard/device');
    await page.getByRole('button', { name: 'Bulk Edit' }).click();
    await form().getByRole('button', { name: 'Save' }).click();
    await form().getByText('Choose at least one device').waitFor();
    await shows(REQUIRED, 1);
    for (const { deviceAlias, deviceName: name } of [one!, other!, gone]) {
      await form().getByRole('searchbox').fill(name);
      await form().getByRole('checkbox', { name: deviceAlias }).check();
    }
    await form().getByText('Chosen (3)').waitFor();
    // A device that another user deletes meanwhile does not block the others.
    await story.installation.api.expect('DELETE', `/device/${gone.deviceName}`);
    await form().getByText('Chosen (2)').waitFor();
    await choose('Manager', 'Mila Manager');
    await form()
      .getByText(/All are changed or none/)
      .waitFor();
    expect(await seriousViolationsInBothThemes(page)).toEqual({});
    const asGiven = { deviceId: [one!.deviceName, other!.deviceName], managerId: mila.id };
    expect(await sentBy('Save', 'PATCH')).toEqual(asGiven);
    await admin.hears('2 devices updated');
    for (const { device } of given) {
      expect(await deviceOf(device.deviceName)).toMatchObject({ managerId: mila.id, sensorId1: null });
    }
  });

  it('is impossible for an assistant', async () => {
    const { api, make } = story.installation;
    const { device } = await make.device(maud.id, [temperature.id]);
    await api.post('/assignedDevice', { deviceName: device.deviceName, assistantId: assistant.id });
    const he = await story.signedIn(assistant.email, PASSWORD);
    await he.page.goto('/dashboard/device');
    expect(await he.columns()).toEqual(['SNo', 'Name', 'Alias', 'Created At']);
    expect(await he.page.getByRole('button', { name: 'Add Device' }).count()).toBe(0);
  });

  it('causes no error on the page', () => {
    expect(story.errors()).toEqual([]);
  });
});

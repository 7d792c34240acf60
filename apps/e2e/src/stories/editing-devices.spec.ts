import { beforeAll, describe, expect, it } from '@jest/globals';
import type { User } from '@telemon/contracts/auth/users';
import type { Building } from '@telemon/contracts/devices/buildings';
import type { Floor } from '@telemon/contracts/devices/floors';
import type { SensorType } from '@telemon/contracts/devices/sensor-types';
import { uniqueName } from '@telemon/testing/given';
import type { Page } from 'playwright-core';
import { seriousViolationsInBothThemes } from './console-page.ts';
import type { Steps } from './console-story.ts';
import { deviceStory } from './device-story.ts';

describe('editing devices', () => {
  const { story, form, choose, shows, deviceOf } = deviceStory();
  let admin: Steps;
  let page: Page;
  let maud: User;
  let temperature: SensorType;
  let building: Building;
  let floor: Floor;
  const deviceName = uniqueName('room');

  beforeAll(async () => {
    ({ admin, page, maud, temperature } = story);
    const { make } = story.installation;
    building = await make.building(maud.id);
    floor = await make.floor(building.buildingId);
    await make.device(maud.id, [temperature.id], { deviceName, deviceAlias: 'Cold room 1' });
    await page.goto('/dashboard/device');
  });

  it('sorts and searches the list of an admin, with company and manager', async () => {
    const columns = ['SNo', 'Name', 'Company', 'Alias', 'Manager', 'Created At', 'Options'];
    expect(await admin.columns()).toEqual(columns);
    await page.getByRole('button', { name: /^Sort by Manager /i }).click();
    await page.waitForURL(/sort=managerName/);
    await page.getByRole('searchbox', { name: 'Search' }).fill('Cold room 1');
    await page.waitForURL(/Cold/);
    await admin.row(deviceName).waitFor();
  });

  it('places a device on the plan of a floor, and sets the adjustment and mapping of its sensors', async () => {
    await page.goto(`/dashboard/device/${deviceName}/edit`);
    await form().getByLabel('Device Alias').waitFor();
    expect(await form().getByLabel('Device Name').isDisabled()).toBe(true);
    await form()
      .getByRole('radio', { name: /^Map: / })
      .check();
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

  it('drops a chosen device that another user deletes, without a serious accessibility violation', async () => {
    const { api, make } = story.installation;
    const { device: gone } = await make.device(maud.id, [temperature.id]);
    await page.goto('/dashboard/device');
    await page.getByRole('link', { name: 'Bulk Edit' }).click();
    for (const device of [gone, { deviceName, deviceAlias: 'Cold room 1' }]) {
      await form().getByRole('searchbox').fill(device.deviceName);
      await form().getByRole('checkbox', { name: device.deviceAlias }).check();
    }
    await form().getByText('Chosen (2)').waitFor();
    await api.expect('DELETE', `/device/${gone.deviceName}`);
    await form().getByText('Chosen (1)').waitFor();
    expect(await seriousViolationsInBothThemes(page)).toEqual({});
  });

  it('causes no error on the page', () => {
    expect(story.errors()).toEqual([]);
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Actor } from '@telemon/contracts/actor';
import type { RequestOf } from '@telemon/contracts/call';
import { testPublications } from '@telemon/contracts/mqtt-bridge/test-readings';
import { standIn } from '@telemon/testing/stand-in';
import { admin, assistant, manager, other } from '../../testing/actors.ts';
import { GivenHome } from '../../testing/given-home.ts';
import { DevicesServiceModule } from '../devices-service.module.ts';
import { DeviceDashboardService } from '../dashboards/device-dashboard.service.ts';
import { TestReadingsService } from './test-readings.service.ts';

type Publication = RequestOf<typeof testPublications.publish>;

let given: GivenHome;
let bridge: Awaited<ReturnType<typeof standIn>>;
/** The bridge's requests for the devices of this spec. */
const published: Publication[] = [];
const ours = new Set<string>();

beforeAll(async () => {
  given = await GivenHome.prepare({}, DevicesServiceModule);
  bridge = await standIn(testPublications.publish, (publication) => {
    if (!ours.has(publication.deviceName)) return undefined;
    published.push(publication);
    return null;
  });
});
afterAll(async () => {
  await bridge?.stop();
  await given?.stop();
});

const makeDevice = async () => {
  const deviceName = await given.makeDevice();
  ours.add(deviceName);
  return deviceName;
};
const send = (by: Actor, deviceName: string) =>
  given.service
    .get(TestReadingsService)
    .send(by, deviceName)
    .then(
      () => 'sent',
      (error: { failure: { kind: string } }) => error.failure.kind,
    );

describe('a test reading', () => {
  it('is sent by the bridge for a device that has no reading yet, with values of its sensors', async () => {
    const deviceName = await makeDevice();
    expect(await send(manager, deviceName)).toBe('sent');
    expect(published).toEqual([
      { deviceName, deviceKey: expect.any(Number), values: { TC1: 21.5, TC2: 45 } },
    ]);
    expect(await send(admin, await makeDevice())).toBe('sent');
  });

  it('is refused for a device with readings, for a foreign or missing one, and from an assistant', async () => {
    const deviceName = await makeDevice();
    const before = published.length;
    expect(await send(other, deviceName)).toBe('not-found');
    expect(await send(manager, 'nobody')).toBe('not-found');
    expect(await send(assistant, deviceName)).toBe('forbidden');
    await given.send(deviceName, [{ TC1: 1 }]);
    expect(await send(manager, deviceName)).toBe('conflict');
    expect(published).toHaveLength(before);
  });

  it('is marked in the log of the device', async () => {
    const deviceName = await makeDevice();
    await given.send(deviceName, [{ TC1: 21.5 }], { test: 'true' });
    await given.send(deviceName, [{ TC1: 22 }]);
    const page = await given.service
      .get(DeviceDashboardService)
      .dashboard(manager, { deviceName, sensor: 1 });
    expect(page.sensorLog.map(({ TC1, test }) => [TC1, test])).toEqual([
      [22, undefined],
      [21.5, true],
    ]);
  });
});

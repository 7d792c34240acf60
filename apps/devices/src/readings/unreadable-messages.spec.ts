import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NO_PRESENCE } from '@telemon/contracts/devices/presence';
import { admin } from '../../testing/actors.ts';
import { GivenFleet } from '../../testing/given-fleet.ts';
import { message } from '../../testing/given-readings.ts';
import { DevicesService } from '../devices/devices.service.ts';
import { Intake } from './intake.ts';
import { ReadingsModule } from './readings.module.ts';
import { UnreadableMessages } from './unreadable-messages.ts';

let fleet: GivenFleet;
let devices: DevicesService;
let unreadable: UnreadableMessages;

beforeAll(async () => {
  fleet = await GivenFleet.prepare(ReadingsModule);
  devices = fleet.service.get(DevicesService);
  unreadable = fleet.service.get(UnreadableMessages);
});
afterAll(() => fleet.stop());

describe('a message that cannot be read', () => {
  it('is the last refusal of its device, with the time at which it came', async () => {
    const [bad, good] = [await fleet.make(), await fleet.make()];
    const receivedAt = Date.now() - 500;
    await fleet.service
      .get(Intake)
      .read([
        message(bad.deviceName, '{', { receivedAt: receivedAt - 1 }),
        message(good.deviceName, { TC1: 1 }),
        message(bad.deviceName, '[', { receivedAt }),
      ]);
    await unreadable.keep();
    const at = new Date(receivedAt).toISOString();
    expect((await devices.get(admin, bad.deviceName)).presence).toEqual({
      ...NO_PRESENCE,
      refused: { because: 'unreadable', at, address: null },
    });
    expect((await devices.get(admin, good.deviceName)).presence).toEqual(NO_PRESENCE);
  });

  it('is no refusal if it came over UDP, because the presence is that over MQTT', async () => {
    const { deviceName } = await fleet.make();
    await fleet.service.get(Intake).read([message(deviceName, `${deviceName},TC1=x`, { source: 'udp' })]);
    await unreadable.keep();
    expect((await devices.get(admin, deviceName)).presence).toEqual(NO_PRESENCE);
  });

  it('leaves nothing of a device that is deleted meanwhile', async () => {
    const { deviceName } = await fleet.make();
    await fleet.service.get(Intake).read([message(deviceName, '{')]);
    await devices.remove(admin, deviceName);
    await unreadable.keep();
    const rows = fleet.service.database.db.collection('presence');
    expect(await rows.countDocuments({ deviceName })).toBe(0);
  });
});

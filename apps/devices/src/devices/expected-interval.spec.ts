import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DeviceChange } from '@telemon/contracts/devices/devices';
import { assistant, manager } from '../../testing/actors.ts';
import { refusal } from '../../testing/given-devices.ts';
import { GivenFleet } from '../../testing/given-fleet.ts';
import { DevicesModule } from './devices.module.ts';
import { DevicesService } from './devices.service.ts';

let fleet: GivenFleet;
let devices: DevicesService;

beforeAll(async () => {
  fleet = await GivenFleet.prepare(DevicesModule);
  devices = fleet.service.get(DevicesService);
});
afterAll(() => fleet.stop());

const set = (deviceName: string, values: object, by = manager) =>
  devices.update(by, deviceName, DeviceChange.parse(values));
/** The interval in the newest fact of a device, by which alerting judges its silence. */
const newestState = async (deviceName: string) =>
  (await fleet.factsOf(deviceName)).at(-1)!.state as { expectedInterval: number | null };

describe('the expected interval of a device', () => {
  it('is set when the device is made, or learned', async () => {
    const [fixed, learned] = [await fleet.make({ expectedInterval: 60 }), await fleet.make()];
    expect([fixed, learned].map(({ expectedInterval }) => expectedInterval)).toEqual([60, null]);
    expect(await newestState(fixed.deviceName)).toMatchObject({ expectedInterval: 60 });
    expect(await newestState(learned.deviceName)).toMatchObject({ expectedInterval: null });
  });

  it('stays until its manager changes or clears it', async () => {
    const { deviceName } = await fleet.make();
    expect(await set(deviceName, { expectedInterval: 60 })).toMatchObject({ expectedInterval: 60 });
    expect(await newestState(deviceName)).toMatchObject({ expectedInterval: 60 });
    expect(await set(deviceName, { deviceAlias: 'Annex' })).toMatchObject({ expectedInterval: 60 });
    expect(await set(deviceName, { expectedInterval: '' })).toMatchObject({ expectedInterval: null });
    expect(await newestState(deviceName)).toMatchObject({ expectedInterval: null });
  });

  it('cannot be changed by an assistant', async () => {
    const { deviceName } = await fleet.make();
    await fleet.assign(deviceName, assistant.id);
    await expect(set(deviceName, { expectedInterval: 60 }, assistant)).rejects.toMatchObject(
      refusal('forbidden'),
    );
    expect(await devices.get(assistant, deviceName)).toMatchObject({ expectedInterval: null });
  });

  it('is learned for a device that an earlier version of Telemon stored', async () => {
    const { deviceName } = await fleet.make({ expectedInterval: 60 });
    await fleet.service.database.db
      .collection<{ _id: string }>('devices')
      .updateOne({ _id: deviceName }, { $unset: { expectedInterval: true } });
    expect(await devices.get(manager, deviceName)).toMatchObject({ expectedInterval: null });
    expect(await set(deviceName, { deviceAlias: 'Annex' })).toMatchObject({ expectedInterval: null });
    expect(await newestState(deviceName)).toMatchObject({ expectedInterval: null });
  });
});

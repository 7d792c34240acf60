import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GivenDevices } from '../../testing/given-devices.ts';
import { LatestModule } from './latest.module.ts';
import { isStored } from '../../testing/stored-states.ts';
import type { Latest } from './latest.ts';
import { LatestService } from './latest.service.ts';

let service: GivenDevices;
let latest: LatestService;
let key = 0;

beforeAll(async () => {
  service = await GivenDevices.prepare(LatestModule);
  latest = service.get(LatestService);
});
afterAll(() => service.stop());

/** The state of a device after a reading that is not saved yet. */
const changed = async (): Promise<Latest> => {
  await latest.hold([++key]);
  const state = latest.of(key);
  state.lastUpdated = Date.now();
  latest.hasChanged(state);
  return state;
};
/** Another reading, which was decoded before its device was deleted. */
const changedAgain = async (): Promise<void> => {
  await latest.hold([key]);
  latest.hasChanged(latest.of(key));
};
const stored = () => isStored(service.database.db, key);

describe('the latest values of a device', () => {
  it('are saved', async () => {
    await changed();
    await latest.save();
    expect(await stored()).toBe(true);
  });

  it('are never saved again after it is deleted with a reading under way', async () => {
    const state = await changed();
    latest.drop(key);
    latest.hasChanged(state);
    await latest.save();
    expect(await stored()).toBe(false);
    await changedAgain();
    await latest.save();
    expect(await stored()).toBe(false);
  });

  it('do not stay if it is deleted during a save', async () => {
    await changed();
    const saving = latest.save();
    latest.drop(key);
    await saving;
    await latest.save();
    expect(await stored()).toBe(false);
  });

  it('stay as shown when their partition is assigned anew', async () => {
    const { lastUpdated } = await changed();
    const shown = latest.present([key]);
    latest.forget();
    expect((await shown).get(key)?.lastUpdated).toBe(lastUpdated);
    expect((await latest.present([key])).get(key)?.lastUpdated).toBe(lastUpdated);
    await latest.hold([key]);
    expect(latest.of(key).lastUpdated).toBe(lastUpdated);
  });

  it('are not replaced by those that were dropped when their partition was assigned anew', async () => {
    const dropped = await changed();
    latest.forget();
    await latest.hold([key]);
    const present = latest.of(key);
    present.lastUpdated += 1;
    latest.hasChanged(present);
    // The batch that was under way comes to its end.
    latest.hasChanged(dropped);
    await latest.save();
    latest.forget();
    expect((await latest.newest([key])).get(key)?.lastUpdated).toBe(present.lastUpdated);
  });
});

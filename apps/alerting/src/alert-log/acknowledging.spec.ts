import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { answeringBy } from '@telemon/platform/deadline';
import { faking } from '@telemon/testing/fake-clocks';
import { GivenAlerts } from '../../testing/given-alerts.ts';
import { GivenExports } from '../../testing/given-exports.ts';
import { AlertLogService } from './alert-log.service.ts';

let given: GivenAlerts;
let exported: GivenExports;

beforeAll(async () => {
  given = await GivenAlerts.prepare();
  exported = new GivenExports(given);
});
afterEach(() => void jest.useRealTimers());
afterAll(() => given.stop());

/** A device with this many pending entries, and its manager. */
const withPending = async (count: number) => {
  const { by, device } = await exported.fleet();
  await given.create(by, device);
  await given.fire(device);
  await exported.addEntries(device, count - 1, () => ({}));
  const { deviceName } = device;
  const acknowledge = () => given.service.get(AlertLogService).acknowledge(by, { deviceName });
  return { deviceName, acknowledge };
};
const pendingOf = (deviceName: string) => exported.entries.countDocuments({ deviceName, ackAt: null });

describe('acknowledging all entries of a device', () => {
  it('acknowledges any number, also one that fills the pieces exactly', async () => {
    for (const count of [2_000, 2_345]) {
      const { deviceName, acknowledge } = await withPending(count);
      expect(await acknowledge()).toEqual({ acknowledged: count });
      expect(await pendingOf(deviceName)).toBe(0);
    }
  });

  it('stops when the caller’s time is up; a repetition acknowledges the rest', async () => {
    const { deviceName, acknowledge } = await withPending(1_234);
    // The clock stands still: the first piece takes none of the time left, which is too short for another one.
    jest.useFakeTimers(faking('Date'));
    const answer = await answeringBy(Date.now() + 1_200, acknowledge);
    expect(answer).toEqual({ acknowledged: 1_000, more: true });
    expect(await pendingOf(deviceName)).toBe(234);
    expect(await acknowledge()).toEqual({ acknowledged: 234 });
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { logger } from '@telemon/platform/logging';
import { FileBroken, IncomingFile } from '@telemon/platform/messaging/incoming-file';
import { NATS } from '@telemon/platform/platform.module';
import { GivenAlerts } from '../../testing/given-alerts.ts';
import { GivenExports, parsedLog } from '../../testing/given-exports.ts';

logger.level = 'silent';

let given: GivenAlerts;
let exported: GivenExports;

beforeAll(async () => {
  given = await GivenAlerts.prepare();
  exported = new GivenExports(given);
});
afterAll(() => given.stop());

describe('an alert log that is read in many steps', () => {
  it('has each entry once and in order, also entries of the same millisecond', async () => {
    const { by, device } = await exported.fleet();
    await given.create(by, device);
    await given.fire(device);
    // Entries of one time are at the ends of the steps of 1,000.
    const at = (place: number) => new Date(1_000_000_000_000 - Math.floor(place / 70) * 1_000);
    const ids = await exported.addEntries(device, 2_600, (place) => ({ triggeredAt: at(place) }));
    const inOrder = ids
      .map((id, place) => ({ id, time: at(place).getTime() }))
      .sort((one, other) => other.time - one.time || (one.id < other.id ? 1 : -1));
    expect((await exported.log(by)).slice(1).map(({ id }) => id)).toEqual(inOrder.map(({ id }) => id));
    expect(await exported.rows(by)).toHaveLength(2_601);
    const sorted = await exported.log(by, { sort: 'triggeredAt', order: 'ASC' });
    expect(sorted.slice(0, -1).map(({ id }) => id)).toEqual(inOrder.map(({ id }) => id).reverse());
  });

  it('has each entry once in any order, also entries that move within the order meanwhile', async () => {
    const { by, device } = await exported.fleet();
    await given.create(by, device);
    await given.fire(device);
    await exported.addEntries(device, 2_600, () => ({ ackAt: null }));
    const incoming = new IncomingFile(given.service.get(NATS as never));
    await exported.service.log(by, { sort: 'status', order: 'ASC' }, incoming.inbox);
    const parts: Buffer[] = [];
    for await (const part of incoming.parts()) {
      parts.push(Buffer.from(part));
      if (parts.length === 1)
        await exported.entries.updateMany({ deviceName: device.deviceName }, { $set: { ackAt: new Date() } });
    }
    const ids = parsedLog(Buffer.concat(parts)).map(({ id }) => id);
    expect(new Set(ids).size).toBe(2_601);
    expect(ids).toHaveLength(2_601);
  });

  /** Exports 8,000 entries of a device, or of all devices, and loses a device after the first part. */
  const losing = async (which: 'its own' | 'another', { isOfOne = false } = {}) => {
    const { by, device } = await exported.fleet();
    const another = await given.device({ managerId: device.managerId });
    await given.create(by, device);
    await given.fire(device);
    await exported.addEntries(device, 8_000, () => ({}));
    const lost = which === 'another' ? another : device;
    const incoming = new IncomingFile(given.service.get(NATS as never));
    const { deviceName } = device;
    await exported.service.log(by, isOfOne ? { deviceName } : {}, incoming.inbox);
    const parts: Buffer[] = [];
    for await (const part of incoming.parts()) {
      parts.push(Buffer.from(part));
      if (parts.length === 1) await given.tellOf(lost.deviceName, { ...lost, managerId: 'm2' });
    }
    return parsedLog(Buffer.concat(parts)).length;
  };

  it.each(['its own', 'another'] as const)(
    'breaks off when its user loses a device, so that it does not look whole: %s',
    async (which) => {
      await expect(losing(which)).rejects.toThrow(FileBroken);
    },
  );

  it('of one device is whole when its user loses another one', async () => {
    await expect(losing('another', { isOfOne: true })).resolves.toBe(8_001);
    await expect(losing('its own', { isOfOne: true })).rejects.toThrow(FileBroken);
  });

  it('is read by an index, each step from the end of the one before', async () => {
    const filter = {
      $and: [
        {},
        {
          triggeredAt: { $lte: new Date() },
          $or: [{ triggeredAt: { $lt: new Date() } }, { _id: { $lt: 'e' } }],
        },
      ],
    };
    const { queryPlanner } = await exported.entries
      .find(filter, { sort: { triggeredAt: -1, _id: -1 }, limit: 10 })
      .explain('queryPlanner');
    const plan = JSON.stringify(queryPlanner.winningPlan);
    expect(plan).toContain('"triggeredAt":["[new Date(');
    expect(plan).not.toContain('"SORT"');
  });
});

import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { alerts as alertCalls } from '@telemon/contracts/alerting/alerts';
import { NewEvent } from '@telemon/contracts/alerting/events';
import { eventOn } from '@telemon/testing/given';
import { GivenAlerts, m1 } from '../../testing/given-alerts.ts';
import { Decisions } from '../evaluation/decisions.ts';
import { EventsService } from '../events/events.service.ts';
import type { AlertDocument } from './alerts.repository.ts';
import { AlertsService } from './alerts.service.ts';

const MOST = 3;

let given: GivenAlerts;

beforeAll(async () => {
  given = await GivenAlerts.prepare({ ALERTS_PER_DEVICE: String(MOST), EVENTS_PER_DEVICE: String(MOST) });
});
afterAll(() => given.stop());

const countOf = async (deviceName: string): Promise<number> => {
  const query = alertCalls.ofDevice.request.parse({ deviceName });
  return (await given.service.get(AlertsService).ofDevice(m1, deviceName, query)).pagination.totalCount;
};
const create = async (device: Awaited<ReturnType<GivenAlerts['device']>>, count: number) => {
  const outcomes = await Promise.allSettled(Array.from({ length: count }, () => given.create(m1, device)));
  return outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
};

it('refuses an alert beyond the most that a device may have, until one is deleted', async () => {
  const device = await given.device();
  expect(await create(device, MOST)).toEqual([]);
  await expect(given.create(m1, device)).rejects.toMatchObject({
    code: 'TooManyAlerts',
    failure: {
      kind: 'conflict',
      message: 'A device can have at most 3 alerts. Delete one that is not needed',
    },
  });
  expect(await countOf(device.deviceName)).toBe(MOST);
  const one = await given.database.db
    .collection<AlertDocument>('alerts')
    .findOne({ deviceName: device.deviceName });
  await given.service.get(AlertsService).remove(m1, one!._id);
  expect(await create(device, 1)).toEqual([]);
});

it('counts exactly if many are added at the same moment', async () => {
  const device = await given.device();
  const refused = await create(device, 4 * MOST);
  expect(refused).toHaveLength(3 * MOST);
  for (const reason of refused) expect(reason).toMatchObject({ code: 'TooManyAlerts' });
  expect(await countOf(device.deviceName)).toBe(MOST);
});

it('has a limit for the events of a device, too', async () => {
  const { deviceName } = await given.device();
  const events = given.service.get(EventsService);
  const one = () => events.create(m1, NewEvent.parse(eventOn(deviceName)));
  const outcomes = await Promise.allSettled(Array.from({ length: 2 * MOST }, one));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(MOST);
  await expect(one()).rejects.toMatchObject({
    code: 'TooManyEvents',
    failure: {
      kind: 'conflict',
      message: 'A device can have at most 3 events. Delete one that is not needed',
    },
  });
});

it('keeps the alerts of a device that has more than it may', async () => {
  const device = await given.device();
  expect(await create(device, MOST)).toEqual([]);
  const alerts = given.database.db.collection<AlertDocument>('alerts');
  const one = await alerts.findOne({ deviceName: device.deviceName });
  await alerts.insertOne({ ...one!, _id: 'of-an-earlier-version' });
  given.service.get(Decisions).markAllStale();
  expect(await countOf(device.deviceName)).toBe(MOST + 1);
  expect(await create(device, 1)).toMatchObject([{ code: 'TooManyAlerts' }]);
  await given.fire(device);
  const log = given.database.db.collection('alert_log');
  expect(await log.countDocuments({ deviceName: device.deviceName, isOpen: true })).toBe(MOST + 1);
});

it('does not count the alerts of a deleted device of the same name', async () => {
  const former = await given.device();
  expect(await create(former, MOST)).toEqual([]);
  // The clean-up has not removed them yet.
  const alerts = given.database.db.collection<AlertDocument>('alerts');
  const left = await alerts.find({ deviceName: former.deviceName }).toArray();
  await given.tellOf(former.deviceName, null);
  await given.tellOf(former.deviceName, former);
  await alerts.deleteMany({ deviceName: former.deviceName });
  await alerts.insertMany(left);
  expect(await create(former, 1)).toEqual([]);
});

it('counts the alerts of a device that took its name over from one whose deletion was not told', async () => {
  const former = await given.device();
  await given.tellOf(former.deviceName, { ...former, deviceKey: 2 });
  expect(await create(former, MOST + 1)).toMatchObject([{ code: 'TooManyAlerts' }]);
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Actor, SYSTEM } from '@telemon/contracts/actor';
import { type Event, NewEvent, events as calls } from '@telemon/contracts/alerting/events';
import type { DeviceState } from '@telemon/contracts/facts';
import { eventOn } from '@telemon/testing/given';
import { anActor, GivenAlerts, m1, m2, nobody, s1, s2 } from '../../testing/given-alerts.ts';
import { EventsService } from './events.service.ts';
import type { OccurrenceDocument } from './occurrences.repository.ts';

let given: GivenAlerts;
let events: EventsService;

beforeAll(async () => {
  given = await GivenAlerts.prepare();
  events = given.service.get(EventsService);
});
afterAll(() => given.stop());

const create = (by: Actor, { deviceName }: DeviceState, changes = {}): Promise<Event> =>
  events.create(by, NewEvent.parse({ ...eventOn(deviceName), ...changes }));
const page = (query: object = {}) => calls.list.request.parse(query);
const idsSeenBy = async (by: Actor) =>
  (await events.list(by, page({ limit: 100 }))).events.map(({ id }) => id);
const seen = async (by: Actor, { deviceName }: DeviceState) =>
  (await events.ofDevice(by, deviceName, page())).events;
const occurrencesOf = ({ deviceName }: DeviceState) =>
  given.database.db.collection<OccurrenceDocument>('event_log').find({ deviceName }).toArray();

describe('creating an event', () => {
  it('returns the event', async () => {
    const device = await given.device();
    await expect(create(s1, device, { valueType: 'Maximum', setPoint: 0.5 })).resolves.toEqual({
      id: expect.any(String),
      deviceName: device.deviceName,
      sensorId: 1,
      sensorName: 'Temperature',
      valueType: 'Maximum',
      eventType: 'Above',
      setPoint: 0.5,
      occurring: false,
      lastOccurredAt: null,
      mayDelete: true,
      createdAt: expect.any(String),
    });
  });

  it('needs a device in scope, and gives the same answer for a foreign one as for a missing one', async () => {
    const device = await given.device();
    const notFound = {
      code: 'DeviceNotFound',
      failure: { kind: 'not-found', message: 'There is no such device' },
    };
    for (const by of [m2, s2, nobody]) await expect(create(by, device)).rejects.toMatchObject(notFound);
    await expect(create(SYSTEM, { ...device, deviceName: 'nowhere' })).rejects.toMatchObject(notFound);
  });

  it('needs a sensor that the device has', async () => {
    await expect(create(m1, await given.device(), { sensorId: 2 })).rejects.toMatchObject({
      code: 'SensorNotThere',
      failure: { kind: 'invalid', fields: { sensorId: expect.any(String) } },
    });
  });
});

describe('an event', () => {
  it('is seen and removed by admins, the manager of its device and assigned assistants only', async () => {
    const device = await given.device();
    const { id } = await create(m1, device);
    for (const by of [SYSTEM, m1, s1]) {
      expect(await idsSeenBy(by)).toContain(id);
      expect((await seen(by, device)).map((row) => row.id)).toEqual([id]);
    }
    for (const by of [m2, s2, nobody]) {
      expect(await idsSeenBy(by)).not.toContain(id);
      await expect(seen(by, device)).rejects.toMatchObject({ code: 'DeviceNotFound' });
      await expect(events.remove(by, id)).rejects.toMatchObject({
        code: 'EventNotFound',
        failure: { kind: 'not-found' },
      });
    }
    await expect(events.remove(m1, id)).resolves.toBeNull();
    await expect(events.remove(m1, id)).rejects.toMatchObject({ code: 'EventNotFound' });
    expect(await seen(m1, device)).toEqual([]);
  });

  it('can be removed by its creator, but by no other assistant', async () => {
    const device = await given.device({ assistantIds: ['s1', 's2'] });
    const { id } = await create(s1, device);
    const mayDelete = async (by: Actor) => (await seen(by, device))[0]!.mayDelete;
    expect([await mayDelete(s1), await mayDelete(s2), await mayDelete(m1)]).toEqual([true, false, true]);
    await expect(events.remove(s2, id)).rejects.toMatchObject({
      code: 'NotYourEvent',
      failure: { kind: 'forbidden' },
    });
    await expect(events.remove(s1, id)).resolves.toBeNull();
  });

  it('says whether it occurs now, and when it occurred last', async () => {
    const device = await given.device();
    await create(m1, device);
    await given.fire(device);
    const [{ lastOccurredAt, occurring } = {} as Event] = await seen(m1, device);
    const [occurrence] = await occurrencesOf(device);
    expect({ occurring, lastOccurredAt }).toEqual({
      occurring: true,
      lastOccurredAt: occurrence!.occurredAt.toISOString(),
    });
    await given.fire(device, 1);
    expect(await seen(m1, device)).toMatchObject([{ occurring: false, lastOccurredAt }]);
  });

  it('goes on, with its occurrences, when its device gets another manager and sensors are chosen again', async () => {
    const device = await given.device();
    const { id } = await create(m1, device);
    await given.fire(device);
    const moved = { ...device, managerId: 'm2', assistantIds: [] };
    await given.tellOf(device.deviceName, { ...moved, sensorNames: [null, null, null, null] });
    await given.fire(device, 1);
    expect(await seen(m2, device)).toMatchObject([{ id, occurring: false, sensorName: 'Temperature' }]);
    await given.tellOf(device.deviceName, { ...moved, sensorNames: ['Pressure', null, null, null] });
    await given.fire(device, 1);
    await given.fire(device, 12);
    expect(await idsSeenBy(m1)).not.toContain(id);
    expect(await seen(m2, device)).toMatchObject([{ id, occurring: true, sensorName: 'Pressure' }]);
    const recorded = (await occurrencesOf(device)).map(({ sensorName, value }) => [sensorName, value]);
    expect(recorded.sort()).toEqual([
      ['Pressure', 12],
      ['Temperature', 11],
    ]);
  });

  it('leaves its occurrences when it is removed, the present one as ended', async () => {
    const device = await given.device();
    const { id } = await create(m1, device);
    await given.fire(device);
    await events.remove(m1, id);
    const [occurrence] = await occurrencesOf(device);
    expect(occurrence).toMatchObject({ eventId: id, endedAt: expect.any(Date) });
    expect(occurrence).not.toHaveProperty('isOpen');
  });

  it('is listed by search and column, in pages', async () => {
    const boiler = await given.device({ deviceAlias: 'Boiler (50%)', managerId: 'm9' });
    const pump = await given.device({ managerId: 'm9' });
    const m9 = anActor('m9', 'manager', 'm9');
    const first = await create(m9, boiler, { setPoint: 30 });
    const second = await create(m9, pump, { eventType: 'Below', setPoint: 4 });
    await given.fire(boiler, 31);
    const idsOf = async (query: object) => (await events.list(m9, page(query))).events.map(({ id }) => id);
    expect(await idsOf({})).toEqual([second.id, first.id]);
    expect(await idsOf({ sort: 'setPoint', order: 'desc' })).toEqual([first.id, second.id]);
    expect(await idsOf({ sort: 'occurring', order: 'desc' })).toEqual([first.id, second.id]);
    expect(await idsOf({ sort: 'lastOccurredAt', order: 'asc', offset: 1 })).toEqual([first.id]);
    expect(await idsOf({ q: 'bELOW' })).toEqual([second.id]);
    expect(await idsOf({ q: '(50%)' })).toEqual([first.id]);
    expect(await idsOf({ q: '(((((.*)*)*)*)*' })).toEqual([]);
    expect((await events.list(m9, page({ limit: 1 }))).pagination).toEqual({ totalCount: 2 });
  });
});

describe('a device that was deleted', () => {
  it('loses its events and their occurrences, and a later device of its name keeps its own', async () => {
    const device = await given.device();
    const { deviceName } = device;
    await create(m1, device);
    await given.fire(device);
    await given.tellOf(deviceName, null);
    const version = given.version;
    await given.tellOf(deviceName, device);
    const later = await create(m1, device);
    for (let count = 0; count < 2; count++) await events.removeOf([{ deviceName, version }]);
    expect((await seen(m1, device)).map(({ id }) => id)).toEqual([later.id]);
    expect(await occurrencesOf(device)).toEqual([]);
    await given.fire(device);
    expect((await occurrencesOf(device)).map(({ eventId }) => eventId)).toEqual([later.id]);
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { HOUR_MS } from '@telemon/contracts/durations';
import { type StartedService, prepareService } from '@telemon/testing/service';
import { randomUUID } from 'node:crypto';
import { admin, assistant, manager, other } from '../../testing/actors.ts';
import { devicesVariables } from '../../testing/given-devices.ts';
import { historyOf } from '../../testing/given-history.ts';
import { GivenReadings, message } from '../../testing/given-readings.ts';
import { TracesModule } from './traces.module.ts';
import { TracesService } from './traces.service.ts';

/** The sensor's own channel is fed by another. */
const CROSSED = { sensorMapping: { enabled: true, TC1: 'TC2', TC2: 'TC1', TC3: 'TC3', TC4: 'TC4' } } as const;

let given: GivenReadings;
let service: StartedService;
let traces: TracesService;

beforeAll(async () => {
  given = await GivenReadings.start();
  const config = devicesVariables(given.database, { LOG_LEVEL: 'error', TIMEZONE: 'Europe/Paris' });
  service = await prepareService({ app: 'devices', config, module: TracesModule });
  traces = service.get(TracesService);
});
afterAll(async () => {
  await service.stop();
  await given.stop();
});

/** A device of manager m1, and a way to send it payloads and to trace them. */
const aDevice = async (settings: Parameters<GivenReadings['device']>[0] = {}) => {
  const { name, key, add } = given.device(settings);
  await add();
  const send = async (payload: object, receivedAt = Date.now(), arrivalId = randomUUID()) => {
    await given.running.handle([message(name, payload, { receivedAt, arrivalId, deviceKey: key })]);
    const text = JSON.stringify(payload);
    const request = { deviceName: name, deviceKey: key, receivedAt, arrivalId, payload: text };
    return (by = manager) => traces.ofMessage(by, { ...request, source: 'mqtt' });
  };
  return { name, key, send };
};

describe('the trace of a message', () => {
  it('has the sent values beside the stored ones', async () => {
    const { send } = await aDevice(CROSSED);
    const at = Date.now();
    const trace = await send({ TC1: 1, TC2: 20.5, timestamp: at - 1_000 }, at);
    const { readings, isWhole } = await trace();
    expect(isWhole).toBe(true);
    expect(readings).toMatchObject([
      {
        sent: [1, 20.5, null, null],
        state: 'stored',
        stored: {
          timestamp: new Date(at - 1_000).toISOString(),
          receivedAt: new Date(at).toISOString(),
          current: [20.5, 1, null, null],
        },
      },
    ]);
  });

  it.each([
    ['without a time', () => ({ TC1: 1 })],
    ['with a number alone', () => ({ TC1: 1, seq: 7 })],
    ['with a time of 1970', () => ({ TC1: 1, timestamp: 1_000 })],
    ['of ten days ago', () => ({ TC1: 1, timestamp: Date.now() - 240 * HOUR_MS })],
  ])('finds readings %s', async (_, payload) => {
    const { send } = await aDevice();
    const trace = await send([payload()]);
    expect((await trace()).readings).toMatchObject([
      { state: 'stored', stored: { current: [1, null, null, null] } },
    ]);
  });

  it('finds each of several readings that say no time, and says when there are more than it shows', async () => {
    const { send } = await aDevice();
    const trace = await send(Array.from({ length: 12 }, (_, index) => ({ TC1: index })));
    const { readings, isWhole } = await trace();
    expect(readings.map(({ stored }) => stored?.current[0])).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(isWhole).toBe(false);
  });

  it('says that an earlier message had the reading', async () => {
    const { send } = await aDevice();
    const [at, reading] = [Date.now(), { TC1: 1, seq: 1 }];
    const first = await send(reading, at - 5_000);
    const second = await send(reading, at);
    expect((await first()).readings).toMatchObject([{ state: 'stored' }]);
    expect((await second()).readings).toMatchObject([
      { state: 'earlier', stored: { current: [1, null, null, null] } },
    ]);
  });

  it('goes on after the hour of the reading was sealed', async () => {
    const { key, send } = await aDevice();
    const trace = await send({ TC1: 3, timestamp: Date.now() - 5 * HOUR_MS });
    await given.running.settle();
    const { sealing, mongo } = await historyOf(given.database.url);
    await sealing.pass(Date.now(), new AbortController().signal);
    await mongo.close();
    expect(await given.storedOf(key)).toEqual([]);
    const [reading] = (await trace()).readings;
    expect(reading).toMatchObject({ state: 'stored', stored: { current: [3, null, null, null] } });
  });

  it('says that a reading is not stored', async () => {
    const { name, key } = await aDevice();
    const request = { deviceName: name, deviceKey: key, source: 'udp', receivedAt: Date.now() } as const;
    const { readings } = await traces.ofMessage(manager, {
      ...request,
      arrivalId: 'a',
      payload: `${name},TC1=4`,
    });
    expect(readings).toMatchObject([{ sent: [4, null, null, null], state: 'absent', stored: null }]);
    expect(await traces.ofMessage(manager, { ...request, arrivalId: 'a', payload: '{' })).toEqual({
      readings: [],
      isWhole: true,
    });
  });

  it('is for users who see the device, and never of another device of its name', async () => {
    const { name, key, send } = await aDevice();
    const trace = await send({ TC1: 1 });
    expect((await trace(admin)).readings).toHaveLength(1);
    for (const by of [other, assistant])
      await expect(trace(by)).rejects.toMatchObject({ code: 'DeviceNotFound' });
    const ofNamesake = { deviceName: name, deviceKey: key + 1_000, source: 'mqtt', receivedAt: 1 } as const;
    await expect(
      traces.ofMessage(manager, { ...ofNamesake, arrivalId: 'a', payload: '{"TC1":1}' }),
    ).rejects.toMatchObject({ code: 'DeviceNotFound' });
  });
});

describe('the way back from a reading', () => {
  it('gives the arrival of its message, and the key of its device', async () => {
    const { name, key, send } = await aDevice();
    const at = Date.now();
    const [reading] = (await (await send({ TC1: 1, timestamp: at - 2_000 }, at))()).readings;
    const back = await traces.ofReading(manager, { deviceName: name, id: reading!.id });
    expect(back).toEqual({ deviceKey: key, reading: { ...reading!, sent: null } });
    await expect(traces.ofReading(other, { deviceName: name, id: reading!.id })).rejects.toMatchObject({
      code: 'DeviceNotFound',
    });
  });

  it('finds no reading of another device, and none for an unknown id', async () => {
    const [{ send }, { name, key }] = [await aDevice(), await aDevice()];
    const [foreign] = (await (await send({ TC1: 1 }))()).readings;
    for (const id of [foreign!.id, 'none', ''])
      expect(await traces.ofReading(manager, { deviceName: name, id })).toEqual({
        deviceKey: key,
        reading: null,
      });
  });
});

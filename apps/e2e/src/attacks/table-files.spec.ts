import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { LatestData } from '@telemon/contracts/devices/dashboards';
import type { SensorType } from '@telemon/contracts/devices/sensor-types';
import { type ApiClient, formWith } from '@telemon/testing/api-client';
import { childrenOf, heldBy } from '@telemon/testing/memory';
import { MqttDevice } from '@telemon/testing/mqtt-device';
import { BAD_TABLES, BAD_TABLE_OF_EACH_KIND } from '@telemon/testing/table-files';
import { until } from '@telemon/testing/waiting';
import { type Installation, useInstallation } from '../installation.ts';

const MB = 1_048_576;

let installation: Installation;
let api: ApiClient;
let sensor: SensorType;

beforeAll(async () => {
  installation = await useInstallation();
  ({ api } = installation);
  sensor = await installation.make.sensorType(installation.managerId);
});
afterAll(() => installation.stop());

const upload = (fileName: string, content: Buffer | string, query = '') =>
  api.send(
    'POST',
    `/sensorType/upload/${sensor.id}${query}`,
    formWith('file', new File([content as BlobPart], fileName)),
  );

/** Memory of a process and its descendants, bytes. */
const memoryOf = (pid: number | string): number =>
  childrenOf(pid).reduce((sum, child) => sum + memoryOf(child), heldBy(pid));

describe('bad tables through the gateway', () => {
  it.each(BAD_TABLE_OF_EACH_KIND.map((bad) => [bad.name, bad] as const))(
    'are refused with the reason: %s',
    async (_, { fileName, make, status, says }) => {
      const answer = await upload(fileName, make());
      expect({ status: answer.status, message: answer.body.message }).toEqual({
        status,
        message: expect.stringMatching(says),
      });
      // The message names the row or the remedy.
      expect(answer.body.message).toMatch(/Row \d|Save|Leave|Put|Choose|at least/);
      expect(answer.body.fields).toEqual({ file: answer.body.message });
    },
  );

  it('do not delay other requests, and cost little memory', async () => {
    const { product } = installation;
    const held = () => memoryOf(product.pid('devices')) + memoryOf(product.pid('gateway'));
    const before = held();
    let most = before;
    const worst = BAD_TABLES.filter(({ name }) => /bomb of 100 MB|million rows$|formats|19 MB/.test(name));
    const over = new AbortController();
    const uploads = (async () => {
      for (const { fileName, make } of worst) await upload(fileName, make());
    })().finally(() => over.abort());
    const times: number[] = [];
    while (!over.signal.aborted) {
      const begun = performance.now();
      expect((await api.send('GET', '/sensorType')).status).toBe(200);
      times.push(performance.now() - begun);
      most = Math.max(most, held());
    }
    await uploads;
    expect(times.length).toBeGreaterThan(worst.length);
    expect(times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)]).toBeLessThan(500);
    // Includes the child process that reads a file.
    expect(most - before).toBeLessThan(150 * MB);
  });

  it('leave the sensor type without a table', async () => {
    expect(await api.get(`/sensorType/upload/${sensor.id}`)).toMatchObject({
      sensor: { mapped: false },
      table: null,
    });
  });
});

describe('a good table', () => {
  let sender: MqttDevice | undefined;
  afterAll(() => sender?.end());

  it('is shown before it is saved, applies from the next reading on, and no longer after its removal', async () => {
    const { make, managerId, product } = installation;
    const { device, mqtt } = await make.device(managerId, [sensor.id]);
    const connected = await MqttDevice.connect(product.addresses.mqttPort, mqtt);
    sender = connected;
    const sent = async (TC1: number) => {
      const before = await latest();
      await connected.send({ TC1 });
      let after = before;
      await until(async () => {
        after = await latest();
        return after.timestamp !== before.timestamp;
      });
      return after;
    };
    const latest = async () =>
      (await api.get<{ latestData: LatestData }>(`/deviceDashboard/${device.deviceName}`)).latestData;

    expect((await sent(5)).TC1).toBe(5);
    const table = 'raw;value\n0;0\n10;100';
    expect((await upload('table.csv', table, '?dryRun=true')).body).toMatchObject({
      data: {
        sensor: { mapped: false },
        table: {
          rows: 2,
          points: [
            { raw: 0, value: 0 },
            { raw: 10, value: 100 },
          ],
        },
      },
    });
    expect((await sent(6)).TC1).toBe(6);
    expect((await upload('table.csv', table)).body).toMatchObject({
      message: 'Table uploaded',
      data: { sensor: { mapped: true } },
    });
    const treated = await sent(7);
    expect(treated.TC1).toBe(70);
    const newest = async () => (await latest()).lastThree[0];
    await until(async () => (await newest())?.TC1 === 70);
    expect(await newest()).toMatchObject({ TC1: 70, RAW1: 7 });
    const removed = await api.send('DELETE', `/sensorType/upload/${sensor.id}`);
    expect(removed.body).toMatchObject({ message: 'Mapping removed', data: { sensor: { mapped: false } } });
    expect((await sent(8)).TC1).toBe(8);
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Assignment } from '@telemon/contracts/devices/assignments';
import type { User } from '@telemon/contracts/auth/users';
import { alertLogOf } from '@telemon/testing/alert-log';
import { ApiClient } from '@telemon/testing/api-client';
import { type GivenDevice, uniqueName } from '@telemon/testing/given';
import { MqttDevice } from '@telemon/testing/mqtt-device';
import { quickest, timeOf } from '@telemon/testing/quickest';
import { until } from '@telemon/testing/waiting';
import { type Installation, useInstallation } from '../installation.ts';

const PASSWORD = 'a password of theirs';
/** Time within which a new or removed assignment takes effect everywhere, ms. */
const AT_ONCE_MS = 5_000;

let installation: Installation;
let api: ApiClient;
let manager: User;
let other: User;
let thing: GivenDevice;

beforeAll(async () => {
  installation = await useInstallation();
  const { make } = installation;
  ({ api } = installation);
  manager = await make.manager({ password: PASSWORD });
  other = await make.manager({ password: PASSWORD });
  const sensor = await make.sensorType(manager.id);
  thing = await make.device(manager.id, [sensor.id]);
  await make.alert(thing.device.deviceName);
});
afterAll(() => installation.stop());

const as = ({ email }: User) => ApiClient.signIn(installation.product.addresses.url, email, PASSWORD);
const assistantOf = (of: User) =>
  installation.make.manager({ userRole: 'assistant', managerId: of.id, password: PASSWORD });
const assign = async ({ id }: User): Promise<string> => {
  const body = { deviceName: thing.device.deviceName, assistantId: id };
  const { assignment } = await api.post<{ assignment: Assignment }>('/assignedDevice', body);
  return assignment.assistants.find(({ assistantId }) => assistantId === id)!.id;
};
/** The number of rows about the device in the lists of two services. */
const placesOf = async (client: ApiClient): Promise<number> => {
  const { deviceTable } = await client.get<{ deviceTable: unknown[] }>('/getAllDevice');
  const { alerts } = await client.get<{ alerts: unknown[] }>('/alert');
  return deviceTable.length + alerts.length;
};

/** Opens a person's live stream, and collects its text. */
const watch = async ({ baseUrl, token }: ApiClient) => {
  const aborted = new AbortController();
  const { body } = await fetch(`${baseUrl}/v1/stream`, {
    headers: { authorization: `Bearer ${token}` },
    signal: aborted.signal,
  });
  const stream = { text: '', end: () => aborted.abort() };
  const reading = (async () => {
    for await (const chunk of body!) stream.text += Buffer.from(chunk).toString();
  })();
  reading.catch(() => undefined);
  return stream;
};

describe('an assistant', () => {
  it('sees a device in lists, alerts and the stream within five seconds of its assignment, and not after its removal', async () => {
    const assistant = await assistantOf(manager);
    const client = await as(assistant);
    const stream = await watch(client);
    await until(() => stream.text !== '');
    expect(await placesOf(client)).toBe(0);

    let id = '';
    const comesAndGoes = async () => {
      const coming = await timeOf(async () => {
        id = await assign(assistant);
        await until(async () => (await placesOf(client)) === 2);
      });
      const going = await timeOf(async () => {
        await api.expect('DELETE', `/assignedDevice/${id}`);
        await until(async () => (await placesOf(client)) === 0);
      });
      return Math.max(coming, going);
    };
    expect(await quickest(comesAndGoes, AT_ONCE_MS)).toBeLessThan(AT_ONCE_MS);

    id = await assign(assistant);
    const device = await MqttDevice.connect(installation.product.addresses.mqttPort, thing.mqtt);
    await until(async () => {
      await device.send({ TC1: 4.25 });
      return stream.text.includes('4.25');
    });

    await api.expect('DELETE', `/assignedDevice/${id}`);
    await until(async () => (await placesOf(client)) === 0);
    stream.text = '';
    // Only the admin's stream gets the next reading.
    const others = await watch(api);
    await until(() => others.text !== '');
    await until(async () => {
      await device.send({ TC1: 5.75 });
      return others.text.includes('5.75');
    });
    expect(stream.text).not.toContain('5.75');
    device.end();
    stream.end();
    others.end();
  });

  it('loses the devices of the former manager when it gets another manager or is deleted', async () => {
    const [moved, deleted] = [await assistantOf(manager), await assistantOf(manager)];
    await assign(moved);
    await assign(deleted);
    await api.expect('PATCH', `/user/${moved.id}`, { managerId: other.id, managerChanged: true });
    await api.expect('DELETE', `/user/${deleted.id}?userRole=assistant`);
    await until(async () => {
      const { assistants } = await api.get<{ assistants: unknown[] }>(
        `/assistantByDeviceId/${thing.device.deviceName}`,
      );
      return assistants.length === 0;
    });
    const former = await as(moved);
    await until(async () => (await placesOf(former)) === 0);
  });
});

describe('a manager', () => {
  it('is not deleted while it owns something; a moved device keeps its alerts once its new owner chooses sensors', async () => {
    const { deviceName } = thing.device;
    const remove = () => api.send('DELETE', `/user/${manager.id}?userRole=manager`);
    const refused = await remove();
    expect(refused.status).toBe(409);
    expect(refused.body.message).toContain('still has assistants, sensor types, devices;');

    await api.expect('PATCH', '/bulkUpdate/device', { deviceId: [deviceName], managerId: other.id });
    const theirs = await as(other);
    await until(async () => (await placesOf(theirs)) === 2);
    expect(await placesOf(await as(manager))).toBe(0);

    const sensor = await installation.make.sensorType(other.id, uniqueName('Pressure'));
    await theirs.expect('PATCH', `/device/${deviceName}`, { sensorId1: sensor.id });
    const device = await MqttDevice.connect(installation.product.addresses.mqttPort, thing.mqtt);
    await until(async () => {
      await device.send({ TC1: 99 });
      return (await alertLogOf(theirs, deviceName)).length > 0;
    });
    device.end();

    const { sensors } = await (await as(manager)).get<{ sensors: { id: string }[] }>('/sensorType');
    for (const { id } of sensors) await api.expect('DELETE', `/sensorType/${id}`);
    const { users } = await (await as(manager)).get<{ users: User[] }>('/user');
    for (const { id } of users) await api.expect('DELETE', `/user/${id}?userRole=assistant`);
    expect((await remove()).status).toBe(200);
  });
});

import { afterAll, beforeAll } from '@jest/globals';
import type { Event } from '@telemon/contracts/alerting/events';
import { alertLogOf } from '@telemon/testing/alert-log';
import type { ApiClient } from '@telemon/testing/api-client';
import { uniqueName } from '@telemon/testing/given';
import type { MqttLogin } from '@telemon/contracts/devices/devices';
import { MqttDevice } from '@telemon/testing/mqtt-device';
import { until } from '@telemon/testing/waiting';
import { type People, givenPeople } from '../access/people.ts';
import { type Things, givenThings } from '../access/things.ts';
import { type Installation, useInstallation } from '../installation.ts';
import { EverythingStored } from './everything-stored.ts';

/** An alert, and its entry in the alert log. */
interface Fired {
  alertId: string;
  entryId: string;
}

/** Two managers, a victim and an attacker, each with a device that has an event and whose alert has fired. */
interface TwoTenants {
  installation: Installation;
  people: People;
  /** The victim's things, with an alert and its entry in the alert log. */
  things: Things & Fired;
  /** The attacker's client, and the ids of the attacker's things. */
  foreign: ApiClient;
  theirs: { id: string; deviceName: string; sensorId: string } & Fired;
  stored: EverythingStored;
  /** A request for a device of the attacker. */
  newDevice(extras: Record<string, unknown>): object;
  stop(): Promise<void>;
}

/** Makes an alert and an event of a device, and both begin. */
export const fire = async (
  { product, api, make }: Installation,
  deviceName: string,
  login: MqttLogin,
): Promise<Fired> => {
  await make.alert(deviceName);
  await make.event(deviceName);
  // Alerting stores it after the entry.
  const isOccurring = async (): Promise<boolean> =>
    (await api.all<Event>(`/deviceDashboard/getEventData/${deviceName}`, 'events'))[0]!.occurring;
  const device = await MqttDevice.connect(product.addresses.mqttPort, login);
  try {
    return await until(
      async () => {
        await device.send({ TC1: 50 });
        const [entry] = await alertLogOf(api, deviceName);
        return (await isOccurring()) && entry && { alertId: entry.alertId!, entryId: entry.id };
      },
      { everyMs: 250, what: 'an entry in the alert log, and the occurrence of the event' },
    );
  } finally {
    device.end();
  }
};

const idOf = ({ token }: ApiClient): string =>
  (JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { sub: string }).sub;

const givenTwoTenants = async (): Promise<TwoTenants> => {
  const installation = await useInstallation();
  const { api, make, product } = installation;
  const people = await givenPeople(installation);
  const things = await givenThings(installation, people);
  const { mqtt: login } = await api.post<{ mqtt: MqttLogin }>(`/device/${things.deviceName}/credentials`, {});
  const fired = await fire(installation, things.deviceName, login);

  const foreign = people.clients['manager, foreign'];
  const id = idOf(foreign);
  const { id: sensorId } = await make.sensorType(id);
  const { device, mqtt } = await make.device(id, [sensorId]);
  const { deviceName } = device;
  const theirs = { id, deviceName, sensorId, ...(await fire(installation, deviceName, mqtt)) };

  const stored = await EverythingStored.of(product.addresses.mongoUrl);
  const newDevice = (extras: Record<string, unknown>) => ({
    deviceName: uniqueName('dev'),
    deviceAlias: 'A new one',
    managerId: id,
    template: 'Single',
    sensorId1: sensorId,
    locationMode: 'Gps',
    lat: 1,
    lng: 1,
    ...extras,
  });
  const stop = async () => {
    await stored.close();
    await installation.stop();
  };
  return { installation, people, things: { ...things, ...fired }, foreign, theirs, stored, newDevice, stop };
};

/** Two tenants for all tests of a file; the object is empty before the first test. */
export const useTwoTenants = (): TwoTenants => {
  const tenants = {} as TwoTenants;
  beforeAll(async () => void Object.assign(tenants, await givenTwoTenants()), 240_000);
  afterAll(() => tenants.stop?.());
  return tenants;
};

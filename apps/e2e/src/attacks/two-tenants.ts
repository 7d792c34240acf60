import { alertLogOf } from '@telemon/testing/alert-log';
import type { ApiClient } from '@telemon/testing/api-client';
import { MqttDevice, type MqttLogin } from '@telemon/testing/mqtt-device';
import { until } from '@telemon/testing/waiting';
import { type People, givenPeople } from '../access/people.ts';
import { type Things, givenThings } from '../access/samples.ts';
import { type Installation, startInstallation } from '../installation.ts';
import { EverythingStored } from './everything-stored.ts';

/** Two managers, each with a device that has fired: one whose things are attacked, and the one who attacks. */
export interface TwoTenants {
  installation: Installation;
  people: People;
  /** Of the manager who is attacked, with an entry in the alert log. */
  things: Things & { entryId: string };
  /** The manager who attacks, and what is theirs. */
  foreign: ApiClient;
  theirs: { id: string; deviceName: string; sensorId: string; entryId: string };
  stored: EverythingStored;
  stop(): Promise<void>;
}

/** Makes an alert of a device fire, and gives the id of its entry in the log. */
export const fire = async (
  { product, api, make }: Installation,
  deviceName: string,
  login: MqttLogin,
): Promise<string> => {
  await make.alert(deviceName);
  const device = await MqttDevice.connect(product.addresses.mqttPort, login);
  try {
    return await until(
      async () => {
        await device.send({ TC1: 50 });
        return (await alertLogOf(api, deviceName))[0]?.id;
      },
      { everyMs: 250, what: 'an entry in the alert log' },
    );
  } finally {
    device.end();
  }
};

const idOf = ({ token }: ApiClient): string =>
  (JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { sub: string }).sub;

export const givenTwoTenants = async (): Promise<TwoTenants> => {
  const installation = await startInstallation();
  const { api, make, product } = installation;
  const people = await givenPeople(installation);
  const things = await givenThings(installation, people);
  const { mqtt: login } = await api.post<{ mqtt: MqttLogin }>(`/device/${things.deviceName}/credentials`, {});
  const entryId = await fire(installation, things.deviceName, login);

  const foreign = people.clients['manager, foreign'];
  const id = idOf(foreign);
  const { id: sensorId } = await make.sensorType(id);
  const { device, mqtt } = await make.device(id, [sensorId]);
  const { deviceName } = device;
  const theirs = { id, deviceName, sensorId, entryId: await fire(installation, deviceName, mqtt) };

  const stored = await EverythingStored.of(product.addresses.mongoUrl);
  const stop = async () => {
    await stored.close();
    await installation.stop();
  };
  return { installation, people, things: { ...things, entryId }, foreign, theirs, stored, stop };
};

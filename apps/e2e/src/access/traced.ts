import type { AlertLogEntry } from '@telemon/contracts/alerting/alert-log';
import type { MqttLogin } from '@telemon/contracts/devices/devices';
import type { MqttLogRow, UdpLogRow } from '@telemon/contracts/logs/message-logs';
import { alertLogOf } from '@telemon/testing/alert-log';
import { MqttDevice } from '@telemon/testing/mqtt-device';
import { until } from '@telemon/testing/waiting';
import { createSocket } from 'node:dgram';
import type { Things } from './things.ts';

/** Ids of things that can be traced: a row of each log, and an entry of the alert log. */
interface Traced {
  mqtt: string;
  udp: string;
  entry: string;
}

const known = new WeakMap<Things, Promise<Traced>>();

/** A message of the device in each log, and an entry that one of the messages began; made once. */
export const tracedOf = (things: Things): Promise<Traced> => {
  const traced = known.get(things) ?? makeTraced(things);
  known.set(things, traced);
  return traced;
};

const makeTraced = async ({ installation, deviceName }: Things): Promise<Traced> => {
  const { api, make, product } = installation;
  const { mqttPort, udpPort } = product.addresses;
  const begun = async (): Promise<AlertLogEntry | undefined> =>
    (await alertLogOf(api, deviceName)).find(({ cause }) => cause === 'reading');
  if ((await begun()) === undefined) await make.alert(deviceName);
  const { mqtt: login } = await api.post<{ mqtt: MqttLogin }>(`/device/${deviceName}/credentials`, {});
  const device = await MqttDevice.connect(mqttPort, login);
  const socket = createSocket('udp4');
  const search = `limit=1&search=${deviceName}`;
  try {
    return await until(
      async () => {
        await device.send({ TC1: 50 });
        await new Promise<void>((resolve) =>
          socket.send(`${deviceName},TC1=50`, udpPort, '127.0.0.1', () => resolve()),
        );
        const entry = await begun();
        const [mqtt] = (await api.get<{ mqttLogs: MqttLogRow[] }>(`/mqttLog?${search}`)).mqttLogs;
        const [udp] = (await api.get<{ udpLogs: UdpLogRow[] }>(`/udpLog?${search}`)).udpLogs;
        return entry && mqtt && udp && { mqtt: mqtt.id, udp: udp.id, entry: entry.id };
      },
      { everyMs: 250, what: 'messages and an entry that can be traced' },
    );
  } finally {
    device.end();
    socket.close();
  }
};

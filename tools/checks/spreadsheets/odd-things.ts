import { alertLogOf } from '@telemon/testing/alert-log';
import type { ApiClient } from '@telemon/testing/api-client';
import { given } from '@telemon/testing/given';
import { MqttDevice } from '@telemon/testing/mqtt-device';
import { until } from '@telemon/testing/waiting';
import type { ProductAddresses } from '@telemon/testing/whole-product';
import { createSocket } from 'node:dgram';

const sendDatagram = (datagram: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = createSocket('udp4');
    socket.send(datagram, port, '127.0.0.1', (error) => {
      socket.close();
      if (error) reject(error);
      else resolve();
    });
  });

const PASSWORD = 'a manager of tanks';
/** An alert above 10 fires three times, and one between 0.25 and 2 with the datagram, until now. Some have as many digits as a number may have. */
const VALUES = [50, -12.5, 30.000000000000004, 1e15, 0.1, 12.345678901234567, 20, 3];
const FIRINGS = 3;

/** A manager's user, and the device whose readings are exported. */
export interface OddThings {
  readonly email: string;
  readonly password: string;
  readonly deviceName: string;
}

/** Makes something of each kind that can be exported, with texts that spreadsheets may take for something else. */
export async function makeOddThings(
  api: ApiClient,
  { mqttPort, udpPort }: Pick<ProductAddresses, 'mqttPort' | 'udpPort'>,
): Promise<OddThings> {
  const make = given(api);
  const manager = await make.manager({
    name: 'Zoë "Zed", Müller',
    password: PASSWORD,
    companyName: '=1+1',
    companyAddress: '@home, 冷蔵庫 🧊',
  });
  const assistant = await make.manager({
    name: '+33 Asa',
    userRole: 'assistant',
    managerId: manager.id,
    alertContactStatus: 1,
  });
  const sensors = [
    await make.sensorType(manager.id, 'Température °C'),
    await make.sensorType(manager.id, '-5 rule'),
  ];
  const { buildingId } = await make.building(manager.id, {
    buildingName: '@Yard, "B"',
    lat: -33.5,
    lng: -70.25,
  });
  const { floorId } = await make.floor(buildingId, '1E5');
  const { device, mqtt } = await make.device(
    manager.id,
    sensors.map(({ id }) => id),
    { deviceAlias: '=2+3 "cold", 冷蔵庫 🧊' },
  );
  const { deviceName } = device;
  await make.device(manager.id, [sensors[0]!.id], {
    deviceAlias: '2026-05-01',
    locationMode: 'Map',
    floorData: { buildingId, floorMapId: floorId, xValue: 12.5, yValue: 99.75 },
    expectedInterval: 60,
  });
  await api.postPatiently('/assignedDevice', { deviceName, assistantId: assistant.id });
  await make.alert(deviceName, { message: '=1+1 $data; "quoted", 007' });
  await make.alert(deviceName, {
    alertType: 'Periodic',
    criteria: { values: [5.25], timePeriod: 6 },
    message: '+7',
    // It fires in six hours, if at all, and so sends nothing.
    mqttEnabled: 'enabled',
    host: '127.0.0.1',
    port: 18_831,
    topic: '=tanks/alerts',
  });
  await make.alert(deviceName, {
    alertType: 'In Between',
    criteria: { values: [2, 0.25] },
    severity: 'critical',
    contact: null,
    message: '-$data',
  });
  // An event of the second sensor, which occurs once.
  await make.event(deviceName, { sensorId: 2 });
  await api.postPatiently('/udp', {
    deviceId: deviceName,
    host: '127.0.0.1',
    port: 18_830,
    topic: '-tanks/one',
    prePostEnable: false,
    tlsEnabled: false,
  });
  await api.postPatiently('/mqttLog/blockTopic', { topicName: '=tanks/+' });
  const connection = await MqttDevice.connect(mqttPort, mqtt);
  for (const value of VALUES) await connection.send({ TC1: value, TC2: -value, BATTERY: 3.7 });
  connection.end();
  for (const datagram of [
    `=1+1,TC1=1`,
    `${deviceName},TC1=0.5,TC2=-2`,
    `${deviceName},=1+1`,
    'unknown01,TC1="1"',
  ])
    await sendDatagram(datagram, udpPort);
  await until(
    async () => {
      const entries = await alertLogOf(api, deviceName);
      const cleared = entries.filter(({ clearedAt }) => clearedAt !== null).length;
      return entries.length === FIRINGS + 1 && cleared === FIRINGS;
    },
    { what: 'the alerts fire, and all but one clear' },
  );
  const rowsOf = async (path: string) =>
    (await api.get<{ pagination: { totalCount: number } }>(`${path}?limit=1`)).pagination.totalCount;
  await until(
    async () =>
      (await rowsOf('/mqttLog')) === VALUES.length &&
      (await rowsOf('/udpLog')) >= 2 &&
      (await rowsOf('/unknownDevice')) > 0,
    { timeoutMs: 60_000, what: 'the logs' },
  );
  await api.post(`/alertLog/acknowledge/${deviceName}`, { note: '-1' });
  return { email: manager.email, password: PASSWORD, deviceName };
}

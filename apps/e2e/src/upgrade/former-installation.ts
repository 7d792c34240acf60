import type { SensorLogRow } from '@telemon/contracts/devices/dashboards';
import { alertLogOf } from '@telemon/testing/alert-log';
import type { ApiClient } from '@telemon/testing/api-client';
import { given } from '@telemon/testing/given';
import { MqttDevice } from '@telemon/testing/mqtt-device';
import { until } from '@telemon/testing/waiting';

/** The contents of a former version's data folder. The names are in the packed folders, too. */
export const FORMER = {
  manager: { email: 'mona.of.before@example.com', password: 'a manager of before' },
  /** Not in the folder of 2026-11-22. */
  assistantName: 'Sam of before',
  sensorName: 'Level of before',
  deviceName: 'tank-of-before',
  deviceAlias: 'Tank of before',
  buildingName: 'House of before',
  floorName: 'Floor of before',
  /** The values of the device's sensor in the order sent; the third is above the alert's set point. */
  values: [1, 2, 30, 4, 5],
  alerted: [30],
} as const;

/** The file in the data folder with the device's login. */
export const LOGIN_FILE = 'login-of-device.json';

/** Creates these contents through /v1 and MQTT. Returns the login of the device. */
export async function furnishFormer(
  api: ApiClient,
  mqttPort: number,
): Promise<{ username: string; password: string }> {
  const make = given(api);
  const { deviceName, deviceAlias, buildingName, values, alerted } = FORMER;
  const manager = await make.manager(FORMER.manager);
  const sensor = await make.sensorType(manager.id, FORMER.sensorName);
  const building = await make.building(manager.id, { buildingName });
  await make.floor(building.buildingId, FORMER.floorName);
  const { mqtt } = await make.device(manager.id, [sensor.id], { deviceName, deviceAlias });
  const assistant = await make.manager({
    name: FORMER.assistantName,
    userRole: 'assistant',
    managerId: manager.id,
  });
  await until(async () => {
    const request = { deviceName, assistantId: assistant.id };
    // The fact of the assistant may not have reached the devices service yet.
    return (await api.send('POST', '/assignedDevice', request)).status < 400;
  });
  await make.alert(deviceName);
  const device = await MqttDevice.connect(mqttPort, mqtt);
  for (const [seq, TC1] of values.entries()) await device.send({ TC1, seq, timestamp: Date.now() });
  device.end();
  await until(async () => (await storedValues(api)).length === values.length);
  await until(async () => (await alertedValues(api)).length === alerted.length);
  return mqtt;
}

const TWO_DAYS_MS = 2 * 24 * 3_600_000;

/** The values of the device's readings within two days of `at`, oldest first. */
export async function storedValues(api: ApiClient, at = new Date()): Promise<(number | null)[]> {
  const [fromDate, toDate] = [-TWO_DAYS_MS, TWO_DAYS_MS].map((ms) =>
    new Date(at.getTime() + ms).toISOString(),
  );
  const path = `/deviceDashboard/getSensorLog/${FORMER.deviceName}?limit=100&fromDate=${fromDate}&toDate=${toDate}`;
  const { sensorLog } = await api.get<{ sensorLog: SensorLogRow[] }>(path);
  return sensorLog.map(({ TC1 }) => TC1).toReversed();
}

export async function alertedValues(api: ApiClient): Promise<(number | null)[]> {
  return (await alertLogOf(api, FORMER.deviceName)).map(({ value }) => value);
}

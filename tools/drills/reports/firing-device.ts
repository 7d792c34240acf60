import { alertLogOf } from '@telemon/testing/alert-log';
import type { ApiClient } from '@telemon/testing/api-client';
import { given } from '@telemon/testing/given';
import { MqttDevice } from '@telemon/testing/mqtt-device';
import { until } from '@telemon/testing/waiting';
import type { DrillInstallation } from '../installation/drill-installation.ts';

/** Above the set point of `given(api).alert`. */
const ABOVE = 50;

/** Gives a manager a device whose alert fires; returns the device's alias, which a report of it has. */
export async function giveFiringDevice(
  { product }: DrillInstallation,
  api: ApiClient,
  managerId: string,
): Promise<string> {
  const make = given(api);
  const sensor = await make.sensorType(managerId);
  const {
    device: { deviceName, deviceAlias },
    mqtt,
  } = await make.device(managerId, [sensor.id]);
  await make.alert(deviceName);
  const connection = await MqttDevice.connect(product.addresses.mqttPort, mqtt);
  try {
    await connection.send({ TC1: ABOVE });
    await until(async () => (await alertLogOf(api, deviceName)).length === 1, { what: 'the alert fires' });
  } finally {
    connection.end();
  }
  return deviceAlias;
}

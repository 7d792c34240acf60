import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { AlertLogEntry, LinkedEntry } from '@telemon/contracts/alerting/alert-log';
import type { DeviceLimits } from '@telemon/contracts/alerting/limits';
import { alertLogOf, outboxOf } from '@telemon/testing/alert-log';
import { ApiClient } from '@telemon/testing/api-client';
import { MqttDevice } from '@telemon/testing/mqtt-device';
import { until } from '@telemon/testing/waiting';
import { type Installation, useInstallation } from '../installation.ts';

const CONTACT = '+15005550177';

let installation: Installation;
beforeAll(async () => {
  installation = await useInstallation();
}, 300_000);
afterAll(() => installation?.stop());

it('An SMS is shown as delivered, and its link snoozes the alert', async () => {
  const { make, api, product, managerId } = installation;
  const sensor = await make.sensorType(managerId);
  const { device, mqtt } = await make.device(managerId, [sensor.id]);
  const { deviceName } = device;
  await make.alert(deviceName, { contact: CONTACT, email: null });
  const connection = await MqttDevice.connect(product.addresses.mqttPort, mqtt);
  const isFired = (count: number, state: string) =>
    until(
      async () => {
        const entries = await alertLogOf(api, deviceName);
        return entries.length === count && entries[0]!.delivery.sms.state === state && entries[0];
      },
      { what: `an entry whose SMS is ${state}` },
    ) as Promise<AlertLogEntry>;

  await connection.send({ TC1: 50 });
  await isFired(1, 'delivered');
  const [sms] = await outboxOf(api, { kind: 'sms', to: CONTACT });
  const link = /#(\S+)/.exec(sms!.text)![1]!;
  const visitor = ApiClient.anonymous(product.addresses.url);
  const { entry } = await visitor.expect<{ entry: LinkedEntry }>('POST', '/alertLog/snoozeLinked', {
    link,
    hours: 4,
  });
  expect(entry).toMatchObject({ status: 'Pending', snoozedUntil: expect.any(String) });

  await connection.send({ TC1: 1 });
  await connection.send({ TC1: 51 });
  connection.end();
  const { delivery } = await isFired(2, 'held');
  expect(delivery.sms.reason).toMatch(/^Snoozed until .* by \+15005550177$/);
  expect(await api.get<DeviceLimits>(`/device/${deviceName}/limits`)).toMatchObject({ sms: { used: 1 } });
}, 120_000);

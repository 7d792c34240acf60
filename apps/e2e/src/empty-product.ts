import type { Building } from '@telemon/contracts/devices/buildings';
import type { Device } from '@telemon/contracts/devices/devices';
import type { Floor } from '@telemon/contracts/devices/floors';
import type { Location } from '@telemon/contracts/auth/locations';
import type { BlockedTopic } from '@telemon/contracts/logs/blocked-topics';
import type { UnknownDevice } from '@telemon/contracts/logs/unknown-devices';
import type { SensorType } from '@telemon/contracts/devices/sensor-types';
import type { User } from '@telemon/contracts/auth/users';
import { ApiClient } from '@telemon/testing/api-client';
import { until } from '@telemon/testing/waiting';
import type { ProductAddresses } from '@telemon/testing/whole-product';

/** The order in which roles are deleted, because a manager with assistants can't be deleted. */
const ORDER: readonly User['userRole'][] = ['assistant', 'manager', 'admin'];

/** Deletes everything through /v1 except the first admin, and ends the first admin's sessions. */
export const emptyProduct = async ({ url, adminEmail, adminPassword }: ProductAddresses): Promise<void> => {
  // The server may just have closed a kept-alive connection of an earlier test.
  const api = await until(() => ApiClient.signIn(url, adminEmail, adminPassword));
  const remove = (path: string) => api.expect('DELETE', path);
  for (const { deviceName } of await api.all<Device>('/device', 'devices'))
    await remove(`/device/${deviceName}`);
  for (const { floorId } of await api.all<Floor>('/floor', 'floor')) await remove(`/floor/${floorId}`);
  for (const { buildingId } of await api.all<Building>('/building', 'building')) {
    await remove(`/building/${buildingId}`);
  }
  for (const { id } of await api.all<SensorType>('/sensorType', 'sensors')) await remove(`/sensorType/${id}`);
  const users = await api.all<User>('/user', 'users');
  const others = users.filter(({ email }) => email !== adminEmail);
  const { id: adminId } = users.find(({ email }) => email === adminEmail)!;
  await api.expect('PATCH', `/user/${adminId}`, { name: 'Administrator' });
  for (const role of ORDER) {
    for (const { id, userRole } of others.filter((user) => user.userRole === role)) {
      await remove(`/user/${id}?userRole=${userRole}`);
    }
  }
  for (const { id } of await api.all<Location>('/location', 'data')) await remove(`/location/${id}`);
  for (const { id } of await api.all<BlockedTopic>('/mqttLog/blockTopic', 'blockedTopics')) {
    await remove(`/mqttLog/blockTopic/${id}`);
  }
  // Alerting and udp-router delete these once they have consumed the facts about the deleted devices.
  await until(async () => {
    const alerts = await api.all('/alert', 'alerts');
    const entries = await api.all('/alertLog', 'alertLogs');
    const events = await api.all('/event', 'events');
    const routes = await api.all('/udp', 'udpRoutes');
    return alerts.length + entries.length + events.length + routes.length === 0;
  });
  for (const { deviceName } of await api.all<UnknownDevice>('/unknownDevice', 'unknownDevices')) {
    // The service may just have removed it by itself.
    await api.send('DELETE', `/unknownDevice/${deviceName}`);
  }
  for (const list of ['/outbox', '/mqttLog', '/udpLog']) await remove(list);
  await remove('/user/sessions');
};

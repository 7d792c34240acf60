import type { Device } from '@telemon/contracts/devices/devices';
import { uniqueName } from '@telemon/testing/given';

/** The body of a new manager, but for the location. */
export const newUser = () => ({
  name: 'Nora Newcomer',
  email: `${uniqueName('nora')}@example.com`,
  password: 'a password of hers',
  contact: '+15005550006',
  companyName: 'Cold Stores',
  locationId: 'x',
  userRole: 'manager',
});

/** The body of a new device with the manager and the sensor of another one. */
export const newDevice = ({ managerId, sensorId1 }: Pick<Device, 'managerId' | 'sensorId1'>) => ({
  deviceName: uniqueName('dev'),
  deviceAlias: 'A new one',
  managerId,
  template: 'Single',
  sensorId1,
  locationMode: 'Gps',
  lat: 1,
  lng: 1,
});

/** The body of a new UDP rule of a device, but for a true certificate. */
export const newUdpRule = (deviceId: string) => ({
  deviceId,
  host: 'broker.invalid',
  port: 1_883,
  topic: 'plant/pumps',
  prePostEnable: '1',
  connectMessage: 'on',
  connectTopic: 'on',
  connectRetain: '1',
  disconnectMessage: 'off',
  disconnectTopic: 'off',
  disconnectRetain: '0',
  tlsEnabled: '0',
  certificate: { list: ['x'] },
});

import type { Device } from '@telemon/contracts/devices/devices';

/** A device as the devices service lists it, with the fields that an export has. */
export const aDevice = (deviceName: string, deviceAlias = deviceName): Partial<Device> => ({
  deviceName,
  deviceAlias,
  managerName: 'Mona',
  companyName: 'Cold Stores',
  locationName: 'Lyon',
  template: 'Single',
  sensors: ['Temperature'],
  lat: 45.5,
  lng: null,
  smsLimit: 10,
  emailLimit: 10,
  limitRefresh: 'Monthly',
  weather: 'disabled',
  expectedInterval: null,
  status: 0,
  lastUpdated: '2026-05-01T10:00:00.000Z',
  silentSince: null,
  floorData: null,
  createdAt: '2026-04-01T10:00:00.000Z',
});

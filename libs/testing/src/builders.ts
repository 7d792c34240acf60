import { NO_UDP_IDENTITY } from '@telemon/contracts/devices/udp-identity';
import type { DeviceState, UserState } from '@telemon/contracts/facts';
import type { Reading } from '@telemon/contracts/readings';
import { randomUUID } from 'node:crypto';
import { uniqueName } from './given.ts';

const NONE = [null, null, null, null];

/** A reading of now; `current` may be given as the first channel's value alone. */
export const aReading = (changes: Partial<Reading> = {}): Reading => {
  const receivedAt = changes.receivedAt ?? Date.now();
  return {
    id: randomUUID(),
    deviceName: 'pump01',
    receivedAt,
    timestamp: receivedAt,
    late: false,
    clockReplaced: false,
    current: NONE,
    minimum: NONE,
    maximum: NONE,
    average: NONE,
    battery: null,
    ...changes,
  };
};

/** A device as facts describe it, with one sensor. */
export const aDevice = (changes: Partial<DeviceState> = {}): DeviceState => ({
  deviceName: uniqueName('dev'),
  deviceKey: 1,
  deviceAlias: 'Pump in the cellar',
  managerId: 'm1',
  assistantIds: [],
  template: 'Multiple',
  sensorNames: ['Temperature', null, null, null],
  smsLimit: 1_000,
  emailLimit: 1_000,
  limitRefresh: 'Monthly',
  expectedInterval: null,
  passwordSha256: '0'.repeat(64),
  udp: NO_UDP_IDENTITY,
  ...changes,
});

/** A manager as facts describe users. */
export const aUser = (changes: Partial<UserState> = {}): UserState => ({
  id: randomUUID(),
  name: 'Mona Manager',
  email: 'mona@example.com',
  contact: '+15005550001',
  userRole: 'manager',
  companyName: 'Cold Stores',
  locationId: null,
  locationName: 'Lyon',
  managerId: null,
  smsLimit: 1_000,
  alertContactStatus: 0,
  ...changes,
});

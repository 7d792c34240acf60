import type { AlertLogEntry, DeliveryState } from '@telemon/contracts/alerting/alert-log';
import type { Alert } from '@telemon/contracts/alerting/alerts';
import type { Event } from '@telemon/contracts/alerting/events';
import type { Building } from '@telemon/contracts/devices/buildings';
import type { Device } from '@telemon/contracts/devices/devices';
import type { Floor } from '@telemon/contracts/devices/floors';
import { NO_PRESENCE } from '@telemon/contracts/devices/presence';
import type { SensorType } from '@telemon/contracts/devices/sensor-types';
import { NO_ADJUSTMENT, NO_MAPPING } from '@telemon/contracts/devices/treatment';
import type { UdpRoute } from '@telemon/contracts/udp-router/udp-routes';
import { MAUD } from './people.ts';

const CREATED_AT = '2026-01-05T10:00:00.000Z';

/** A sensor type of Maud's. */
export const aSensorType = (id: string, sensorName: string): SensorType => ({
  id,
  sensorName,
  userId: MAUD.id,
  managerName: MAUD.name,
  mapped: false,
  createdAt: CREATED_AT,
});

/** A device of Maud's with the sensor type `t`. */
export const aDevice = (deviceName: string): Device => ({
  deviceName,
  deviceAlias: `Alias of ${deviceName}`,
  managerId: MAUD.id,
  managerName: MAUD.name,
  companyName: MAUD.companyName,
  locationName: MAUD.locationName,
  template: 'Multiple',
  sensorId1: 't',
  sensorId2: null,
  sensorId3: null,
  sensorId4: null,
  sensors: ['Temperature'],
  probes: 1,
  locationMode: 'Gps',
  lat: 45,
  lng: 4,
  floorData: null,
  smsLimit: 10,
  emailLimit: 10,
  limitRefresh: 'Monthly',
  weather: 'disabled',
  expectedInterval: null,
  udpSource: null,
  hasUdpKey: false,
  deviceMetaData: { maximumDepth: 600, applicationType: 'Fill', valueType: 'First' },
  sensorAdjustment: NO_ADJUSTMENT,
  sensorMapping: NO_MAPPING,
  status: 0,
  beyondRate: false,
  lateByMs: 0,
  unauthenticated: false,
  lastUpdated: null,
  silentSince: null,
  presence: NO_PRESENCE,
  createdAt: CREATED_AT,
});

/** A device of Maud's as a choice. */
export const aDeviceToChoose = (deviceName: string) => ({
  deviceName,
  deviceAlias: `The ${deviceName}`,
  managerId: MAUD.id,
  managerName: MAUD.name,
});

/** A building of Maud's. */
export const aBuilding = (buildingId: string, buildingName: string): Building => ({
  buildingId,
  buildingName,
  managerId: MAUD.id,
  managerName: MAUD.name,
  lat: 45,
  lng: 4,
  createdAt: CREATED_AT,
});

/** A floor of the building `b1`. */
export const aFloor = (floorId: string, floorName: string): Floor => ({
  floorId,
  floorName,
  buildingId: 'b1',
  buildingName: 'Cold store',
  mapUrl: `/v1/file/${floorId}`,
  imageUrl: `/v1/file/${floorId}`,
  width: 400,
  height: 300,
  createdAt: CREATED_AT,
});

/** An alert on a device of Maud's, with SMS only. */
export const anAlert = (id: string, deviceName: string): Alert => ({
  id,
  deviceName,
  sensorId: 1,
  sensorName: 'Temperature °C',
  valueType: 'Current',
  alertType: 'Above',
  criteria: { values: [30], timePeriod: null },
  contact: '+15005550006',
  email: null,
  mqttEnabled: 'disabled',
  host: null,
  port: null,
  topic: null,
  message: 'Open the window of $name',
  severity: 'warning',
  holdFor: 0,
  clearAt: null,
  notifyCleared: false,
  remindEvery: null,
  firing: false,
  paused: false,
  mayChange: true,
  openEntry: null,
  snoozedUntil: null,
  snoozedBy: null,
  createdAt: CREATED_AT,
});

/** A Periodic alert: the sensor should reach 30 °C within six hours. */
export const aPeriodicAlert = (id: string, deviceName: string): Alert => ({
  ...anAlert(id, deviceName),
  alertType: 'Periodic',
  criteria: { values: [30], timePeriod: 6 },
});

/** An event on a device of Maud's, which has not occurred yet. */
export const anEvent = (id: string, deviceName: string): Event => ({
  id,
  deviceName,
  sensorId: 1,
  sensorName: 'Temperature °C',
  valueType: 'Current',
  eventType: 'Above',
  setPoint: 30,
  occurring: false,
  lastOccurredAt: null,
  mayDelete: true,
  createdAt: CREATED_AT,
});

/** A route of a device to a broker, which is connected. */
export const aUdpRoute = (id: string, deviceId: string): UdpRoute => ({
  id,
  deviceId,
  host: 'broker.example.com',
  port: 1883,
  topic: 'plant/pumps',
  prePostEnable: false,
  connectMessage: null,
  disconnectMessage: null,
  connectTopic: null,
  disconnectTopic: null,
  connectRetain: null,
  disconnectRetain: null,
  tlsEnabled: false,
  certificate: null,
  state: { name: 'connected', since: CREATED_AT, reason: null },
  forwarded: 12,
  waiting: 0,
  dropped: 0,
  createdAt: CREATED_AT,
});

const UNSENT: DeliveryState = { state: 'none', reason: null, at: null };

/** A pending entry of the alert log whose alert no longer fires. */
export const anEntry = (id: string, deviceName: string): AlertLogEntry => {
  const {
    firing: _firing,
    paused: _paused,
    mayChange: _mayChange,
    openEntry: _entry,
    notifyCleared: _cleared,
    remindEvery: _reminders,
    ...rule
  } = anAlert(id, deviceName);
  return {
    ...rule,
    cause: 'reading',
    alertId: 'alert-1',
    deviceAlias: `Alias of ${deviceName}`,
    value: 31.5,
    triggeredAt: '2026-01-06T10:00:00.000Z',
    silentSince: null,
    clearedAt: '2026-01-06T10:05:00.000Z',
    clearedValue: 29.5,
    endCause: null,
    status: 'Pending',
    isAck: '',
    ackBy: '',
    ackNote: '',
    delivery: { sms: UNSENT, email: UNSENT, mqtt: UNSENT, copies: [] },
    followUps: [],
  };
};

/** An entry of a Periodic alert whose deadline has passed, which still fires. */
export const aDeadline = (id: string, deviceName: string): AlertLogEntry => ({
  ...anEntry(id, deviceName),
  cause: 'deadline',
  alertType: 'Periodic',
  criteria: { values: [30], timePeriod: 6 },
  value: null,
  clearedAt: null,
  clearedValue: null,
});

/** An entry of a device that is silent since 9:00 (UTC). It has no alert. */
export const aSilence = (id: string, deviceName: string): AlertLogEntry => ({
  ...anEntry(id, deviceName),
  cause: 'silence',
  alertId: null,
  sensorId: null,
  sensorName: null,
  valueType: null,
  alertType: null,
  criteria: null,
  severity: null,
  holdFor: null,
  createdAt: null,
  contact: null,
  message: '',
  value: null,
  silentSince: '2026-01-06T09:00:00.000Z',
  clearedAt: null,
  clearedValue: null,
});

import type { AlertLogEntry } from '@telemon/contracts/alerting/alert-log';
import type { Alert } from '@telemon/contracts/alerting/alerts';
import type { Event } from '@telemon/contracts/alerting/events';
import type { Location } from '@telemon/contracts/auth/locations';
import type { User } from '@telemon/contracts/auth/users';
import type { Assignment } from '@telemon/contracts/devices/assignments';
import type { Building } from '@telemon/contracts/devices/buildings';
import { stateOf } from '@telemon/contracts/devices/device-states';
import type { Device } from '@telemon/contracts/devices/devices';
import type { Floor } from '@telemon/contracts/devices/floors';
import type { SensorType } from '@telemon/contracts/devices/sensor-types';
import type { BlockedTopic } from '@telemon/contracts/logs/blocked-topics';
import type { MqttLogRow, UdpLogRow } from '@telemon/contracts/logs/message-logs';
import type { UnknownDevice } from '@telemon/contracts/logs/unknown-devices';
import type { ExportedRows } from '@telemon/contracts/reporting/exports';
import type { UdpRoute } from '@telemon/contracts/udp-router/udp-routes';
import type { ApiClient } from '@telemon/testing/api-client';
import type { Answered, Expected } from './compare.ts';

/** The device whose readings are exported, and the rest of the path: its days. */
interface WantedReadings {
  readonly deviceName: string;
  readonly range: URLSearchParams;
}

type Log = Readonly<{ header: string[]; dataArray: Record<string, string | number | null>[] }>;
type Cells<Item> = (item: Item, place: number) => Record<string, Expected>;

const list =
  <Item>(path: string, name: string, cells: Cells<Item>) =>
  async (api: ApiClient): Promise<Answered> =>
    (await api.all<Item>(path, name)).map(cells);

export const at = (iso: string | null): Date | null => (iso ? new Date(iso) : null);
export const yesOrNo = (is: boolean) => (is ? 'Yes' : 'No');
export const capital = (word: string | null) => word && word[0]!.toUpperCase() + word.slice(1);
/** The lower threshold first. */
export const inOrder = (values: readonly number[]) => values.toSorted((one, other) => one - other);

/** A documented export as JSON: its values have no titles of their own, but stand in the order of the header. */
const log = async (
  api: ApiClient,
  path: string,
  { deviceName, range }: WantedReadings,
): Promise<Answered> => {
  const { header, dataArray } = await api.get<Log>(`${path}/${deviceName}?${range}`);
  return dataArray.map((row) =>
    Object.fromEntries(
      Object.values(row).map((value, place) => {
        const title = header[place]!;
        return [title, title === 'Timestamp' ? new Date(value as string) : value];
      }),
    ),
  );
};

const device = async (api: ApiClient): Promise<Answered> => {
  const floors = await api.all<Floor>('/floor', 'floor');
  return (await api.all<Device>('/device', 'devices')).map((one) => {
    const floor = floors.find(({ floorId }) => floorId === one.floorData?.floorMapId);
    return {
      'Device Name': one.deviceName,
      'Device Alias': one.deviceAlias,
      'Manager Name': one.managerName,
      'Company Name': one.companyName,
      Location: one.locationName,
      Template: one.template,
      Sensors: one.sensors.join(', '),
      Latitude: one.lat,
      Longitude: one.lng,
      'SMS Limit': one.smsLimit,
      'Email Limit': one.emailLimit,
      'Limit Refresh': one.limitRefresh,
      Weather: capital(one.weather),
      'Expected Interval (min)': one.expectedInterval,
      Status: capital(stateOf(one)),
      'Last Updated': at(one.lastUpdated),
      'Silent Since': at(one.silentSince),
      'Created At': at(one.createdAt),
      Building: floor?.buildingName ?? null,
      Floor: floor?.floorName ?? null,
      'Position from Left (%)': one.floorData?.xValue ?? null,
      'Position from Top (%)': one.floorData?.yValue ?? null,
    };
  });
};

const user = async (api: ApiClient): Promise<Answered> => {
  const users = await api.all<User>('/user', 'users');
  return users.map((one) => ({
    Name: one.name,
    Email: one.email,
    Contact: one.contact,
    Role: capital(one.userRole),
    'Company Name': one.companyName,
    'Company Address': one.companyAddress,
    Country: one.country,
    Location: one.locationName,
    'SMS Limit': one.smsLimit,
    'MQTT Admin': one.mqttAdmin,
    'Created At': at(one.createdAt),
    'Manager Name':
      one.userRole === 'assistant' ? (users.find(({ id }) => id === one.managerId)?.name ?? null) : null,
    'Alert Contact': yesOrNo(one.alertContactStatus === 1),
  }));
};

export const KINDS = { reading: 'Alert', deadline: 'Deadline', silence: 'Silence' };

const ENDS = {
  'sensor-gone': 'The device no longer has this sensor',
  'alert-edited': 'The alert was edited',
  'alert-paused': 'The alert was paused',
  'alert-deleted': 'The alert was deleted',
};

const deliveryOf = ({ sms, email, mqtt, copies }: AlertLogEntry['delivery']): string => {
  const ways = Object.entries({ SMS: sms, Email: email, MQTT: mqtt });
  const sent = ways.filter(([, { state }]) => state !== 'none');
  return [
    ...sent.map(([way, { state, reason }]) => `${way} ${state}${reason ? ` (${reason})` : ''}`),
    ...(copies.length === 0 ? [] : [copies.length === 1 ? 'one copy' : `${copies.length} copies`]),
  ].join(', ');
};

const entry: Cells<AlertLogEntry> = (one, place) => {
  const [lower, upper] = inOrder(one.criteria?.values ?? []);
  const hasRange = upper !== undefined;
  return {
    SNo: place + 1,
    'Device Name': one.deviceName,
    Contact: one.contact,
    Email: one.email,
    'Sensor Name': one.sensorName,
    'Value Type': one.valueType,
    'Alert Type': one.alertType,
    'Set Point': hasRange ? null : (lower ?? null),
    'Lower Threshold': hasRange ? lower! : null,
    'Upper Threshold': upper ?? null,
    'Time Period (h)': one.criteria?.timePeriod ?? null,
    'MQTT Enabled': one.alertId && capital(one.mqttEnabled),
    Host: one.host,
    Port: one.port,
    Topic: one.topic,
    'Created At': at(one.createdAt),
    Message: one.message,
    Value: one.value,
    'Triggered At': at(one.triggeredAt),
    'Cleared At': at(one.clearedAt),
    Delivery: deliveryOf(one.delivery),
    Status: one.status,
    'Acknowledged At': at(one.isAck),
    'Acknowledged By': one.ackBy,
    Severity: capital(one.severity),
    Note: one.ackNote,
    Kind: KINDS[one.cause],
    'Device Alias': one.deviceAlias,
    'Cleared Value': one.clearedValue,
    'Silent Since': at(one.silentSince),
    'End Cause': one.endCause && ENDS[one.endCause],
  };
};

const messageOf = (one: MqttLogRow | UdpLogRow) => ({
  Timestamp: at(one.timestamp),
  'Size (bytes)': one.bytes,
  Messages: one.count,
  Reason: one.reason,
});

/** For each kind of export, /v1's answer about the same rows. */
export const ANSWER_OF: Readonly<
  Record<ExportedRows, (api: ApiClient, readings: WantedReadings) => Promise<Answered>>
> = {
  device,
  assignedDevice: list<Assignment>('/assignedDevice', 'assignedManagers', (one) => ({
    'Device Name': one.deviceName,
    'Device Alias': one.deviceAlias,
    'Manager Name': one.managerName,
    Assistants: one.assistants.map(({ assistantName }) => assistantName).join(', '),
  })),
  sensorType: list<SensorType>('/sensorType', 'sensors', (one) => ({
    'Sensor Name': one.sensorName,
    'Manager Name': one.managerName,
    Mapped: yesOrNo(one.mapped),
    'Created At': at(one.createdAt),
  })),
  building: list<Building>('/building', 'building', (one) => ({
    'Building Name': one.buildingName,
    'Manager Name': one.managerName,
    Latitude: one.lat,
    Longitude: one.lng,
    'Created At': at(one.createdAt),
  })),
  floor: list<Floor>('/floor', 'floor', (one) => ({
    'Floor Name': one.floorName,
    'Building Name': one.buildingName,
    'Created At': at(one.createdAt),
  })),
  alert: list<Alert>('/alert', 'alerts', (one) => ({
    'Device Name': one.deviceName,
    Contact: one.contact,
    Email: one.email,
    'Sensor Name': one.sensorName,
    'Value Type': one.valueType,
    'Alert Type': one.alertType,
    Criteria: inOrder(one.criteria.values).join(' – '),
    'Time Period (h)': one.criteria.timePeriod,
    'MQTT Enabled': capital(one.mqttEnabled),
    Host: one.host,
    Port: one.port,
    Topic: one.topic,
    Message: one.message,
    Severity: capital(one.severity),
    'Hold Time (s)': one.holdFor,
    Firing: yesOrNo(one.firing),
    Paused: yesOrNo(one.paused),
    'Created At': at(one.createdAt),
  })),
  alertLog: list('/alertLog', 'alertLogs', entry),
  event: list<Event>('/event', 'events', (one) => ({
    'Device Name': one.deviceName,
    'Sensor Name': one.sensorName,
    'Value Type': one.valueType,
    'Event Type': one.eventType,
    'Set Point': one.setPoint,
    Occurring: yesOrNo(one.occurring),
    'Last Occurred At': at(one.lastOccurredAt),
    'Created At': at(one.createdAt),
  })),
  user,
  location: list<Location>('/location', 'data', (one) => ({ Location: one.locationName })),
  udp: list<UdpRoute>('/udp', 'udpRoutes', (one) => ({
    'Device Id': one.deviceId,
    Host: one.host,
    Port: one.port,
    Topic: one.topic,
    TLS: yesOrNo(one.tlsEnabled),
    Status: capital(one.state.name),
    Reason: one.state.reason,
    Forwarded: one.forwarded,
    Waiting: one.waiting,
    Dropped: one.dropped,
    'Created At': at(one.createdAt),
  })),
  unknownDevice: list<UnknownDevice>('/unknownDevice', 'unknownDevices', (one) => ({
    'Device Name': one.deviceName,
    Over: one.source.toUpperCase(),
    'First Seen At': at(one.firstSeenAt),
    'Last Seen At': at(one.lastSeenAt),
    Messages: one.count,
    Data: one.data,
    'Size (bytes)': one.bytes,
  })),
  blockedTopic: list<BlockedTopic>('/mqttLog/blockTopic', 'blockedTopics', (one) => ({ Topic: one.topic })),
  mqttLog: list<MqttLogRow>('/mqttLog', 'mqttLogs', (one) => ({
    'Device Name': one.deviceName,
    Topic: one.topic,
    Data: one.data,
    ...messageOf(one),
  })),
  udpLog: list<UdpLogRow>('/udpLog', 'udpLogs', (one) => ({
    'Device Id': one.deviceId,
    Host: one.host,
    Port: one.port,
    Topic: one.topic,
    Message: one.message,
    ...messageOf(one),
  })),
  readings: (api, readings) => log(api, '/deviceDashboard/getExportLog', readings),
  report: async (api, readings) =>
    (await log(api, '/autoReport/getExportLog', readings)).map((row) => ({
      ...row,
      'Device Id': readings.deviceName,
    })),
};

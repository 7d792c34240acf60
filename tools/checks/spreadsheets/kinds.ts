import type { AlertLogEntry } from '@telemon/contracts/alerting/alert-log';
import type { Alert } from '@telemon/contracts/alerting/alerts';
import type { Event } from '@telemon/contracts/alerting/events';
import type { Location } from '@telemon/contracts/auth/locations';
import type { User } from '@telemon/contracts/auth/users';
import type { Assignment } from '@telemon/contracts/devices/assignments';
import type { Building } from '@telemon/contracts/devices/buildings';
import type { Device } from '@telemon/contracts/devices/devices';
import type { Floor } from '@telemon/contracts/devices/floors';
import type { SensorType } from '@telemon/contracts/devices/sensor-types';
import type { BlockedTopic } from '@telemon/contracts/logs/blocked-topics';
import type { MqttLogRow, UdpLogRow } from '@telemon/contracts/logs/message-logs';
import type { UnknownDevice } from '@telemon/contracts/logs/unknown-devices';
import type { ExportedRows } from '@telemon/contracts/reporting/exports';
import type { UdpRoute } from '@telemon/contracts/udp-router/udp-routes';
import type { ApiClient } from '@telemon/testing/api-client';
import type { Expected } from './compare.ts';

/** Rows that /v1 answers, as far as they are compared: each one's cells by their titles. */
type Answered = readonly Readonly<Record<string, Expected>>[];

type Log = Readonly<{ header: string[]; dataArray: Record<string, string | number | null>[] }>;

const list =
  <Item>(path: string, name: string, cells: (item: Item) => Record<string, Expected>) =>
  async (api: ApiClient): Promise<Answered> =>
    (await api.all<Item>(path, name)).map(cells);

/** A documented export as JSON: its values have no titles of their own, but stand in the order of the header. */
const log =
  (path: string) =>
  async (api: ApiClient, range: string): Promise<Answered> => {
    const { header, dataArray } = await api.get<Log>(`${path}/${range}`);
    return dataArray.map((row) =>
      Object.fromEntries(
        Object.values(row).map((value, place) => {
          const title = header[place]!;
          return [title, title === 'Timestamp' ? new Date(value as string) : value];
        }),
      ),
    );
  };

/** For each kind of export, what /v1 answers about the same rows. @param range A device and its days, as the end of a path */
export const ANSWER_OF: Readonly<Record<ExportedRows, (api: ApiClient, range: string) => Promise<Answered>>> =
  {
    device: list<Device>('/device', 'devices', (one) => ({
      'Device Name': one.deviceName,
      'Device Alias': one.deviceAlias,
      'Manager Name': one.managerName,
      Latitude: one.lat,
      Longitude: one.lng,
      'SMS Limit': one.smsLimit,
      'Created At': new Date(one.createdAt),
    })),
    assignedDevice: list<Assignment>('/assignedDevice', 'assignedManagers', (one) => ({
      'Device Name': one.deviceName,
      Assistants: one.assistants.map(({ assistantName }) => assistantName).join(', '),
    })),
    sensorType: list<SensorType>('/sensorType', 'sensors', (one) => ({
      'Sensor Name': one.sensorName,
      'Manager Name': one.managerName,
    })),
    building: list<Building>('/building', 'building', (one) => ({
      'Building Name': one.buildingName,
      Latitude: one.lat,
      Longitude: one.lng,
    })),
    floor: list<Floor>('/floor', 'floor', (one) => ({
      'Floor Name': one.floorName,
      'Building Name': one.buildingName,
    })),
    alert: list<Alert>('/alert', 'alerts', (one) => ({
      'Device Name': one.deviceName,
      Contact: one.contact,
      Message: one.message,
      'Time Period (h)': one.criteria.timePeriod,
      Port: one.port,
      'Created At': new Date(one.createdAt),
    })),
    alertLog: list<AlertLogEntry>('/alertLog', 'alertLogs', (one) => ({
      'Device Name': one.deviceName,
      Message: one.message,
      Value: one.value,
      'Triggered At': new Date(one.triggeredAt),
      'Cleared At': one.clearedAt === null ? null : new Date(one.clearedAt),
      'Acknowledged By': one.ackBy,
      Status: one.status,
    })),
    event: list<Event>('/event', 'events', (one) => ({
      'Device Name': one.deviceName,
      'Set Point': one.setPoint,
      'Last Occurred At': one.lastOccurredAt === null ? null : new Date(one.lastOccurredAt),
    })),
    user: list<User>('/user', 'users', (one) => ({
      Name: one.name,
      Email: one.email,
      Contact: one.contact,
      'Company Name': one.companyName,
      'Created At': new Date(one.createdAt),
    })),
    location: list<Location>('/location', 'data', (one) => ({ Location: one.locationName })),
    udp: list<UdpRoute>('/udp', 'udpRoutes', (one) => ({
      'Device Id': one.deviceId,
      Host: one.host,
      Port: one.port,
      Topic: one.topic,
    })),
    unknownDevice: list<UnknownDevice>('/unknownDevice', 'unknownDevices', (one) => ({
      'Device Name': one.deviceName,
      'First Seen At': new Date(one.firstSeenAt),
      Messages: one.count,
      Data: one.data,
    })),
    blockedTopic: list<BlockedTopic>('/mqttLog/blockTopic', 'blockedTopics', (one) => ({ Topic: one.topic })),
    mqttLog: list<MqttLogRow>('/mqttLog', 'mqttLogs', (one) => ({
      'Device Name': one.deviceName,
      Topic: one.topic,
      Data: one.data,
      Timestamp: new Date(one.timestamp),
      'Size (bytes)': one.bytes,
    })),
    udpLog: list<UdpLogRow>('/udpLog', 'udpLogs', (one) => ({
      'Device Id': one.deviceId,
      Host: one.host,
      Port: one.port,
      Message: one.message,
      Timestamp: new Date(one.timestamp),
      Reason: one.reason,
    })),
    readings: log('/deviceDashboard/getExportLog'),
    report: log('/autoReport/getExportLog'),
  };

/** The rows about alert log and events of its user that the spreadsheet of a report has to have. */
export const answerOfReport = async (api: ApiClient): Promise<Answered> => {
  const entries = await api.all<AlertLogEntry>('/alertLog', 'alertLogs');
  const events = await api.all<Event>('/event', 'events');
  return [
    ...entries.map((one) => ({
      Kind: 'Alert',
      'Device Name': one.deviceName,
      'Device Alias': one.deviceAlias,
      'Sensor Name': one.sensorName,
      Value: one.value,
      'Began At': new Date(one.triggeredAt),
      'Ended At': one.clearedAt === null ? null : new Date(one.clearedAt),
      Status: one.status,
      'Acknowledged By': one.ackBy,
    })),
    ...events
      .filter(({ lastOccurredAt }) => lastOccurredAt !== null)
      .map((one) => ({
        Kind: 'Event',
        'Device Name': one.deviceName,
        'Sensor Name': one.sensorName,
        'Began At': new Date(one.lastOccurredAt!),
        Condition: `${one.eventType} ${one.setPoint}`,
      })),
  ];
};

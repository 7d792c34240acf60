import { type Alert, setPointInWords } from '@telemon/contracts/alerting/alerts';
import type { Event } from '@telemon/contracts/alerting/events';
import type { Location } from '@telemon/contracts/auth/locations';
import { type User, users } from '@telemon/contracts/auth/users';
import type { Call } from '@telemon/contracts/call';
import type { Assignment } from '@telemon/contracts/devices/assignments';
import type { Building } from '@telemon/contracts/devices/buildings';
import { stateOf } from '@telemon/contracts/devices/device-states';
import type { Device } from '@telemon/contracts/devices/devices';
import { type Floor, floors } from '@telemon/contracts/devices/floors';
import type { SensorType } from '@telemon/contracts/devices/sensor-types';
import type { BlockedTopic } from '@telemon/contracts/logs/blocked-topics';
import type { MqttLogRow, UdpLogRow } from '@telemon/contracts/logs/message-logs';
import type { UnknownDevice } from '@telemon/contracts/logs/unknown-devices';
import type { ExportedRows } from '@telemon/contracts/reporting/exports';
import type { UdpRoute } from '@telemon/contracts/udp-router/udp-routes';
import { capitalised, timeIn, yesOrNo } from '@telemon/platform/spreadsheets/cells';
import type { Cell, Column, Row } from '@telemon/platform/spreadsheets/column';

/** How an item refers to another thing by its id, as a device to its floor. */
export interface Reference {
  /** Answers the thing with an `id`. */
  readonly call: Call;
  /** Null: the item refers to none. */
  readonly idOf: (item: object) => string | null;
}

/** A list whose pages become a spreadsheet. */
export interface ExportedList {
  /** The name of the file and of its sheet. */
  readonly name: string;
  /** The name of the list in its answer. */
  readonly as: string;
  /** The field of an item that no other item has. */
  readonly key: string;
  /** Whether it is a log: its newest row comes first, and its pages may be asked for up to a row. */
  readonly isLog: boolean;
  readonly columns: readonly Column[];
  readonly refersTo?: Reference;
  /** @param named The thing that the item refers to; null if there is none, or if it was deleted */
  readonly rowOf: (item: object, named: object | null) => Row;
}

type Kind = Column['kind'];
/** A column, and the function that makes its cells. */
type ColumnOf<Item, Named = never> = readonly [
  title: string,
  kind: Kind,
  cell: (item: Item, named: Named | null) => Cell,
];

const list = <Item extends object, Named extends object = never>(
  { name, as, key, isLog = false }: { name: string; as: string; key: keyof Item & string; isLog?: boolean },
  columns: readonly ColumnOf<Item, Named>[],
  refersTo?: { call: Call; idOf: (item: Item) => string | null },
): ExportedList => ({
  name,
  as,
  key,
  isLog,
  columns: columns.map(([title, kind]) => ({ title, kind })),
  ...(refersTo && { refersTo: { ...refersTo, idOf: (item) => refersTo.idOf(item as Item) } }),
  rowOf: (item, named) => columns.map(([, , cell]) => cell(item as Item, named as Named | null)),
});

const enabled = (flag: 'enabled' | 'disabled'): Cell => (flag === 'enabled' ? 'Enabled' : 'Disabled');

const device = list<Device, Floor>(
  { name: 'Devices', as: 'devices', key: 'deviceName' },
  [
    ['Device Name', 'text', (one) => one.deviceName],
    ['Device Alias', 'text', (one) => one.deviceAlias],
    ['Manager Name', 'text', (one) => one.managerName],
    ['Company Name', 'text', (one) => one.companyName],
    ['Location', 'text', (one) => one.locationName],
    ['Template', 'text', (one) => one.template],
    ['Sensors', 'text', (one) => one.sensors.join(', ')],
    ['Latitude', 'number', (one) => one.lat],
    ['Longitude', 'number', (one) => one.lng],
    ['SMS Limit', 'number', (one) => one.smsLimit],
    ['Email Limit', 'number', (one) => one.emailLimit],
    ['Limit Refresh', 'text', (one) => one.limitRefresh],
    ['Weather', 'text', (one) => enabled(one.weather)],
    ['Expected Interval (min)', 'number', (one) => one.expectedInterval],
    ['Status', 'text', (one) => capitalised(stateOf(one))],
    ['Last Updated', 'time', (one) => timeIn(one.lastUpdated)],
    ['Silent Since', 'time', (one) => timeIn(one.silentSince)],
    ['Created At', 'time', (one) => timeIn(one.createdAt)],
    ['Building', 'text', (_one, floor) => floor && floor.buildingName],
    ['Floor', 'text', (_one, floor) => floor && floor.floorName],
    // As on the plan: from its left edge, and from its top.
    ['Position from Left (%)', 'number', (one) => one.floorData && one.floorData.xValue],
    ['Position from Top (%)', 'number', (one) => one.floorData && one.floorData.yValue],
  ],
  { call: floors.get, idOf: ({ floorData }) => floorData && floorData.floorMapId },
);

const assignedDevice = list<Assignment>(
  { name: 'Assigned Devices', as: 'assignedManagers', key: 'deviceName' },
  [
    ['Device Name', 'text', (one) => one.deviceName],
    ['Device Alias', 'text', (one) => one.deviceAlias],
    ['Manager Name', 'text', (one) => one.managerName],
    ['Assistants', 'text', (one) => one.assistants.map(({ assistantName }) => assistantName).join(', ')],
  ],
);

const sensorType = list<SensorType>({ name: 'Sensors', as: 'sensors', key: 'id' }, [
  ['Sensor Name', 'text', (one) => one.sensorName],
  ['Manager Name', 'text', (one) => one.managerName],
  ['Mapped', 'text', (one) => yesOrNo(one.mapped)],
  ['Created At', 'time', (one) => timeIn(one.createdAt)],
]);

const building = list<Building>({ name: 'Buildings', as: 'building', key: 'buildingId' }, [
  ['Building Name', 'text', (one) => one.buildingName],
  ['Manager Name', 'text', (one) => one.managerName],
  ['Latitude', 'number', (one) => one.lat],
  ['Longitude', 'number', (one) => one.lng],
  ['Created At', 'time', (one) => timeIn(one.createdAt)],
]);

const floor = list<Floor>({ name: 'Floors', as: 'floor', key: 'floorId' }, [
  ['Floor Name', 'text', (one) => one.floorName],
  ['Building Name', 'text', (one) => one.buildingName],
  ['Created At', 'time', (one) => timeIn(one.createdAt)],
]);

const alert = list<Alert>({ name: 'Alerts', as: 'alerts', key: 'id' }, [
  ['Device Name', 'text', (one) => one.deviceName],
  ['Contact', 'text', (one) => one.contact],
  ['Email', 'text', (one) => one.email],
  ['Sensor Name', 'text', (one) => one.sensorName],
  ['Value Type', 'text', (one) => one.valueType],
  ['Alert Type', 'text', (one) => one.alertType],
  ['Criteria', 'text', (one) => setPointInWords(one.criteria.values)],
  ['Time Period (h)', 'number', (one) => one.criteria.timePeriod],
  ['MQTT Enabled', 'text', (one) => enabled(one.mqttEnabled)],
  ['Host', 'text', (one) => one.host],
  ['Port', 'number', (one) => one.port],
  ['Topic', 'text', (one) => one.topic],
  ['Message', 'text', (one) => one.message],
  ['Severity', 'text', (one) => capitalised(one.severity)],
  ['Hold Time (s)', 'number', (one) => one.holdFor],
  ['Firing', 'text', (one) => yesOrNo(one.firing)],
  ['Paused', 'text', (one) => yesOrNo(one.paused)],
  ['Created At', 'time', (one) => timeIn(one.createdAt)],
]);

const event = list<Event>({ name: 'Events', as: 'events', key: 'id' }, [
  ['Device Name', 'text', (one) => one.deviceName],
  ['Sensor Name', 'text', (one) => one.sensorName],
  ['Value Type', 'text', (one) => one.valueType],
  ['Event Type', 'text', (one) => one.eventType],
  ['Set Point', 'number', (one) => one.setPoint],
  ['Occurring', 'text', (one) => yesOrNo(one.occurring)],
  ['Last Occurred At', 'time', (one) => timeIn(one.lastOccurredAt)],
  ['Created At', 'time', (one) => timeIn(one.createdAt)],
]);

const user = list<User, User>(
  { name: 'Users', as: 'users', key: 'id' },
  [
    ['Name', 'text', (one) => one.name],
    ['Email', 'text', (one) => one.email],
    ['Contact', 'text', (one) => one.contact],
    ['Role', 'text', (one) => capitalised(one.userRole)],
    ['Company Name', 'text', (one) => one.companyName],
    ['Company Address', 'text', (one) => one.companyAddress],
    ['Country', 'text', (one) => one.country],
    ['Location', 'text', (one) => one.locationName],
    ['SMS Limit', 'number', (one) => one.smsLimit],
    ['MQTT Admin', 'text', (one) => one.mqttAdmin],
    ['Created At', 'time', (one) => timeIn(one.createdAt)],
    ['Manager Name', 'text', (_one, manager) => manager && manager.name],
    ['Alert Contact', 'text', (one) => yesOrNo(one.alertContactStatus === 1)],
  ],
  { call: users.get, idOf: ({ userRole, managerId }) => (userRole === 'assistant' ? managerId : null) },
);

const location = list<Location>({ name: 'Locations', as: 'data', key: 'id' }, [
  ['Location', 'text', (one) => one.locationName],
]);

const udp = list<UdpRoute>({ name: 'UDP Routes', as: 'udpRoutes', key: 'id' }, [
  ['Device Id', 'text', (one) => one.deviceId],
  ['Host', 'text', (one) => one.host],
  ['Port', 'number', (one) => one.port],
  ['Topic', 'text', (one) => one.topic],
  ['TLS', 'text', (one) => yesOrNo(one.tlsEnabled)],
  ['Status', 'text', (one) => capitalised(one.state.name)],
  ['Reason', 'text', (one) => one.state.reason],
  ['Forwarded', 'number', (one) => one.forwarded],
  ['Waiting', 'number', (one) => one.waiting],
  ['Dropped', 'number', (one) => one.dropped],
  ['Created At', 'time', (one) => timeIn(one.createdAt)],
]);

const unknownDevice = list<UnknownDevice>(
  { name: 'Unknown Devices', as: 'unknownDevices', key: 'deviceName' },
  [
    ['Device Name', 'text', (one) => one.deviceName],
    ['Over', 'text', (one) => one.source.toUpperCase()],
    ['First Seen At', 'time', (one) => timeIn(one.firstSeenAt)],
    ['Last Seen At', 'time', (one) => timeIn(one.lastSeenAt)],
    ['Messages', 'number', (one) => one.count],
    ['Data', 'text', (one) => one.data],
    ['Size (bytes)', 'number', (one) => one.bytes],
  ],
);

const blockedTopic = list<BlockedTopic>({ name: 'Blocked Topics', as: 'blockedTopics', key: 'id' }, [
  ['Topic', 'text', (one) => one.topic],
]);

const ofMessage: readonly ColumnOf<MqttLogRow | UdpLogRow>[] = [
  ['Timestamp', 'time', (one) => timeIn(one.timestamp)],
  ['Size (bytes)', 'number', (one) => one.bytes],
  ['Messages', 'number', (one) => one.count],
  ['Reason', 'text', (one) => one.reason],
];

const mqttLog = list<MqttLogRow>({ name: 'MQTT Logs', as: 'mqttLogs', key: 'id', isLog: true }, [
  ['Device Name', 'text', (one) => one.deviceName],
  ['Topic', 'text', (one) => one.topic],
  ['Data', 'text', (one) => one.data],
  ...ofMessage,
]);

const udpLog = list<UdpLogRow>({ name: 'UDP Logs', as: 'udpLogs', key: 'id', isLog: true }, [
  ['Device Id', 'text', (one) => one.deviceId],
  ['Host', 'text', (one) => one.host],
  ['Port', 'number', (one) => one.port],
  ['Topic', 'text', (one) => one.topic],
  ['Message', 'text', (one) => one.message],
  ...ofMessage,
]);

/** Kinds of rows that their own services stream as files. */
type Streamed = 'alertLog' | 'readings' | 'report';

export const LISTS: Readonly<Record<Exclude<ExportedRows, Streamed>, ExportedList>> = {
  device,
  assignedDevice,
  sensorType,
  building,
  floor,
  alert,
  event,
  user,
  location,
  udp,
  unknownDevice,
  blockedTopic,
  mqttLog,
  udpLog,
};

export const isList = (rows: ExportedRows): rows is keyof typeof LISTS => Object.hasOwn(LISTS, rows);

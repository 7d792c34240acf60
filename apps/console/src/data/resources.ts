import { ROUTES, type RouteName } from '@telemon/contracts/routes';
import type { ZodType } from 'zod';

/** The routes and names of a react-admin resource in /v1. */
export interface ResourceTable {
  /** The list's property in a response. */
  rows: string;
  /** The field that identifies a row; `id` by default. */
  id?: string;
  list: RouteName;
  /** The response is the full list, without paging, sorting or search. */
  unpaged?: true;
  /** The resource whose records it lists, if another. */
  of?: string;
  show?: RouteName;
  create?: RouteName;
  edit?: RouteName;
  delete?: RouteName;
  /** The documented `userRole` of a deletion: the role of the deleted user, or of the user who deletes. */
  deleteSendsRole?: 'of the deleted' | 'own';
}

export type ResourceAction = 'list' | 'show' | 'create' | 'edit' | 'delete';

/** All react-admin resources. A list's path parameters come from its filter. */
export const RESOURCES = {
  device: {
    rows: 'devices',
    id: 'deviceName',
    list: 'GET /device',
    show: 'GET /device/:deviceName',
    create: 'POST /device',
    edit: 'PATCH /device/:deviceName',
    delete: 'DELETE /device/:deviceName',
  },
  'device-names': {
    rows: 'deviceTable',
    id: 'deviceName',
    list: 'GET /getAllDevice',
    unpaged: true,
    of: 'device',
  },
  /** A bulk change of devices; only created, never listed. */
  'bulk-edit': { rows: 'devices', id: 'managerId', list: 'GET /device', create: 'PATCH /bulkUpdate/device' },
  'device-sensors': {
    rows: 'sensorList',
    id: 'seqId',
    list: 'GET /getDeviceSensor/:deviceName',
    unpaged: true,
  },
  assignDevice: {
    rows: 'assignedManagers',
    id: 'deviceName',
    list: 'GET /assignedDevice',
    create: 'POST /assignedDevice',
  },
  'assistants-of-device': {
    rows: 'assistants',
    list: 'GET /assistantByDeviceId/:deviceName',
    unpaged: true,
    of: 'assignDevice',
    delete: 'DELETE /assignedDevice/:id',
  },
  mqttLogs: { rows: 'mqttLogs', list: 'GET /mqttLog' },
  udpLogs: { rows: 'udpLogs', list: 'GET /udpLog' },
  unknownDevice: {
    rows: 'unknownDevices',
    id: 'deviceName',
    list: 'GET /unknownDevice',
    delete: 'DELETE /unknownDevice/:deviceName',
  },
  sensor: {
    rows: 'sensors',
    list: 'GET /sensorType',
    create: 'POST /sensorType',
    delete: 'DELETE /sensorType/:id',
  },
  'sensor-types-of-manager': {
    rows: 'sensors',
    list: 'GET /getAllSensorType/:managerId',
    unpaged: true,
    of: 'sensor',
  },
  user: {
    rows: 'users',
    list: 'GET /user',
    show: 'GET /user/:id',
    create: 'POST /user',
    edit: 'PATCH /user/:id',
    delete: 'DELETE /user/:id',
    deleteSendsRole: 'of the deleted',
  },
  managers: { rows: 'managers', list: 'GET /getAllManagers', unpaged: true, of: 'user' },
  'all-locations': { rows: 'locations', list: 'GET /getAllLocation', unpaged: true, of: 'location' },
  'locations-of-visitors': { rows: 'locations', list: 'GET /location/all', unpaged: true, of: 'location' },
  'all-buildings': {
    rows: 'building',
    id: 'buildingId',
    list: 'GET /getAllBuildings',
    unpaged: true,
    of: 'building',
  },
  'floors-of-building': {
    rows: 'floor',
    id: 'floorId',
    list: 'GET /floorByBuilding/:buildingId',
    unpaged: true,
    of: 'floor',
  },
  location: {
    rows: 'data',
    list: 'GET /location',
    create: 'POST /location',
    delete: 'DELETE /location/:id',
  },
  building: {
    rows: 'building',
    id: 'buildingId',
    list: 'GET /building',
    show: 'GET /building/:id',
    create: 'POST /building',
    edit: 'PATCH /building/:id',
    delete: 'DELETE /building/:id',
  },
  floor: {
    rows: 'floor',
    id: 'floorId',
    list: 'GET /floor',
    show: 'GET /floor/:id',
    create: 'POST /floor',
    delete: 'DELETE /floor/:id',
  },
  alert: {
    rows: 'alerts',
    list: 'GET /alert',
    show: 'GET /alert/:id',
    create: 'POST /alert',
    edit: 'PUT /alert/:id',
    delete: 'DELETE /alert/:id',
    deleteSendsRole: 'own',
  },
  event: { rows: 'events', list: 'GET /event', create: 'POST /event', delete: 'DELETE /event/:id' },
  'blocked-topic': {
    rows: 'blockedTopics',
    list: 'GET /mqttLog/blockTopic',
    create: 'POST /mqttLog/blockTopic',
    delete: 'DELETE /mqttLog/blockTopic/:id',
  },
  outbox: { rows: 'messages', list: 'GET /outbox' },
  exports: { rows: 'exports', list: 'GET /export', delete: 'DELETE /export/:id' },
  'udp-routing': { rows: 'udpRoutes', list: 'GET /udp', create: 'POST /udp', delete: 'DELETE /udp/:id' },
  alertLog: { rows: 'alertLogs', list: 'GET /alertLog' },
  'alerts-of-device': {
    rows: 'alerts',
    list: 'GET /deviceDashboard/getAlertData/:deviceName',
    of: 'alert',
  },
  'alert-log-of-device': {
    rows: 'alertLogs',
    list: 'GET /deviceDashboard/getAlertLogData/:deviceName',
    of: 'alertLog',
  },
  'events-of-device': {
    rows: 'events',
    list: 'GET /deviceDashboard/getEventData/:deviceName',
    of: 'event',
  },
  'image-log': { rows: 'images', list: 'GET /deviceDashboard/getImageLogData/:deviceName' },
  'commands-of-device': {
    rows: 'deviceCommands',
    list: 'GET /deviceDashboard/getDeviceInfo/:deviceName',
    unpaged: true,
    create: 'POST /deviceDashboard/addCommand',
    delete: 'DELETE /deviceDashboard/deleteCommand/:id',
  },
  'sensor-log': { rows: 'sensorLog', id: 'timestamp', list: 'GET /deviceDashboard/getSensorLog/:deviceName' },
} as const satisfies Record<string, ResourceTable>;

export type ResourceName = keyof typeof RESOURCES;

/** The route of an action on a resource; undefined if /v1 has none. */
export const routeOf = (resource: string, action: string): RouteName | undefined => {
  const table: ResourceTable | undefined = RESOURCES[resource as ResourceName];
  return table?.[action as ResourceAction];
};

/** The resources that list a resource's records; they must be refreshed when a record changes. */
export const showing = (resource: string): string[] =>
  Object.entries<ResourceTable>(RESOURCES).flatMap(([name, { of }]) =>
    name === resource || of === resource ? [name] : [],
  );

/** Whether a list can be sorted by a field, by the `sort` that its request accepts. */
export const isSortedBy = (resource: string, field: string): boolean => {
  const route = routeOf(resource, 'list');
  if (route === undefined) return false;
  const { shape } = ROUTES[route].call.request as { shape?: Record<string, ZodType> };
  return shape?.sort?.safeParse(field).success ?? false;
};

import { ROUTES, type RouteName } from '@telemon/contracts/routes';
import type { ZodType } from 'zod';

/** How a react-admin resource is found in /v1. */
export interface ResourceTable {
  /** The list's name in an answer. */
  rows: string;
  /** The field that identifies a row; `id` where not given. */
  id?: string;
  list: RouteName;
  /** The answer is the whole list: no paging, no sorting, no search. */
  whole?: true;
  /** The resource whose records it shows, where that is another one. */
  of?: string;
  show?: RouteName;
  create?: RouteName;
  edit?: RouteName;
  delete?: RouteName;
  /** Whose role a deletion says, as the documents have it: that of the user who is deleted, or of the one who deletes. */
  deleteSaysRole?: 'of the deleted' | 'own';
}

export type ResourceAction = 'list' | 'show' | 'create' | 'edit' | 'delete';

/** Every resource that react-admin asks for. Path parameters of a list come from its filter. */
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
    whole: true,
    of: 'device',
  },
  /** A change of many devices at once: it is only made, never listed. */
  'bulk-edit': { rows: 'devices', id: 'managerId', list: 'GET /device', create: 'PATCH /bulkUpdate/device' },
  'device-sensors': {
    rows: 'sensorList',
    id: 'seqId',
    list: 'GET /getDeviceSensor/:deviceName',
    whole: true,
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
    whole: true,
    of: 'assignDevice',
    delete: 'DELETE /assignedDevice/:id',
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
    whole: true,
    of: 'sensor',
  },
  user: {
    rows: 'users',
    list: 'GET /user',
    show: 'GET /user/:id',
    create: 'POST /user',
    edit: 'PATCH /user/:id',
    delete: 'DELETE /user/:id',
    deleteSaysRole: 'of the deleted',
  },
  managers: { rows: 'managers', list: 'GET /getAllManagers', whole: true, of: 'user' },
  'all-locations': { rows: 'locations', list: 'GET /getAllLocation', whole: true, of: 'location' },
  'locations-of-visitors': { rows: 'locations', list: 'GET /location/all', whole: true, of: 'location' },
  'all-buildings': {
    rows: 'building',
    id: 'buildingId',
    list: 'GET /getAllBuildings',
    whole: true,
    of: 'building',
  },
  'floors-of-building': {
    rows: 'floor',
    id: 'floorId',
    list: 'GET /floorByBuilding/:buildingId',
    whole: true,
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
    create: 'POST /alert',
    delete: 'DELETE /alert/:id',
    deleteSaysRole: 'own',
  },
  outbox: { rows: 'messages', list: 'GET /outbox' },
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
  'image-log': { rows: 'images', list: 'GET /deviceDashboard/getImageLogData/:deviceName' },
  'commands-of-device': {
    rows: 'deviceCommands',
    list: 'GET /deviceDashboard/getDeviceInfo/:deviceName',
    whole: true,
    create: 'POST /deviceDashboard/addCommand',
    delete: 'DELETE /deviceDashboard/deleteCommand/:id',
  },
  'sensor-log': { rows: 'sensorLog', id: 'timestamp', list: 'GET /deviceDashboard/getSensorLog/:deviceName' },
} as const satisfies Record<string, ResourceTable>;

export type ResourceName = keyof typeof RESOURCES;

/** The route behind an action on a resource, or undefined where /v1 has none. */
export const routeOf = (resource: string, action: string): RouteName | undefined => {
  const table: ResourceTable | undefined = RESOURCES[resource as ResourceName];
  return table?.[action as ResourceAction];
};

/** The resources that show the records of one, and so have to be asked for anew once a record changes. */
export const showing = (resource: string): string[] =>
  Object.entries<ResourceTable>(RESOURCES).flatMap(([name, { of }]) =>
    name === resource || of === resource ? [name] : [],
  );

/** Whether a list can be had in the order of a field: what its call takes as `sort`. */
export const isSortedBy = (resource: string, field: string): boolean => {
  const route = routeOf(resource, 'list');
  if (route === undefined) return false;
  const { shape } = ROUTES[route].call.request as { shape?: Record<string, ZodType> };
  return shape?.sort?.safeParse(field).success ?? false;
};

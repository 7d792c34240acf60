import { ROUTES, type RouteName } from '@telemon/contracts/routes';
import type { ZodType } from 'zod';

/** How a react-admin resource is found in /v1. */
export interface ResourceTable {
  /** The list's name in an answer. */
  rows: string;
  /** The field that identifies a row. */
  id: string;
  list: RouteName;
  /** The answer is the whole list: no paging, no sorting, no search. */
  whole?: true;
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
  devices: {
    rows: 'devices',
    id: 'deviceName',
    list: 'GET /device',
    show: 'GET /device/:deviceName',
    create: 'POST /device',
    edit: 'PATCH /device/:deviceName',
    delete: 'DELETE /device/:deviceName',
  },
  'device-names': { rows: 'deviceTable', id: 'deviceName', list: 'GET /getAllDevice', whole: true },
  'device-sensors': {
    rows: 'sensorList',
    id: 'seqId',
    list: 'GET /getDeviceSensor/:deviceName',
    whole: true,
  },
  assignments: {
    rows: 'assignedManagers',
    id: 'deviceName',
    list: 'GET /assignedDevice',
    create: 'POST /assignedDevice',
  },
  'assistants-of-device': {
    rows: 'assistants',
    id: 'id',
    list: 'GET /assistantByDeviceId/:deviceName',
    whole: true,
    delete: 'DELETE /assignedDevice/:id',
  },
  'sensor-types': {
    rows: 'sensors',
    id: 'id',
    list: 'GET /sensorType',
    create: 'POST /sensorType',
    delete: 'DELETE /sensorType/:id',
  },
  'sensor-types-of-manager': {
    rows: 'sensors',
    id: 'id',
    list: 'GET /getAllSensorType/:managerId',
    whole: true,
  },
  users: {
    rows: 'users',
    id: 'id',
    list: 'GET /user',
    show: 'GET /user/:id',
    create: 'POST /user',
    edit: 'PATCH /user/:id',
    delete: 'DELETE /user/:id',
    deleteSaysRole: 'of the deleted',
  },
  managers: { rows: 'managers', id: 'id', list: 'GET /getAllManagers', whole: true },
  locations: {
    rows: 'data',
    id: 'id',
    list: 'GET /location',
    create: 'POST /location',
    delete: 'DELETE /location/:id',
  },
  buildings: {
    rows: 'building',
    id: 'buildingId',
    list: 'GET /building',
    show: 'GET /building/:id',
    create: 'POST /building',
    edit: 'PATCH /building/:id',
    delete: 'DELETE /building/:id',
  },
  floors: {
    rows: 'floor',
    id: 'floorId',
    list: 'GET /floor',
    show: 'GET /floor/:id',
    create: 'POST /floor',
    delete: 'DELETE /floor/:id',
  },
  alerts: {
    rows: 'alerts',
    id: 'id',
    list: 'GET /alert',
    create: 'POST /alert',
    delete: 'DELETE /alert/:id',
    deleteSaysRole: 'own',
  },
  'alert-log': { rows: 'alertLogs', id: 'id', list: 'GET /alertLog' },
  'alerts-of-device': { rows: 'alerts', id: 'id', list: 'GET /deviceDashboard/getAlertData/:deviceName' },
  'alert-log-of-device': {
    rows: 'alertLogs',
    id: 'id',
    list: 'GET /deviceDashboard/getAlertLogData/:deviceName',
  },
  'sensor-log': {
    rows: 'sensorLog',
    id: 'timestamp',
    list: 'GET /deviceDashboard/getSensorLog/:deviceName',
  },
} as const satisfies Record<string, ResourceTable>;

export type ResourceName = keyof typeof RESOURCES;

/** The route behind an action on a resource, or undefined where /v1 has none. */
export const routeOf = (resource: string, action: string): RouteName | undefined => {
  const table: ResourceTable | undefined = RESOURCES[resource as ResourceName];
  return table?.[action as ResourceAction];
};

/** Whether a list can be had in the order of a field: what its call takes as `sort`. */
export const isSortedBy = (resource: string, field: string): boolean => {
  const route = routeOf(resource, 'list');
  if (route === undefined) return false;
  const { shape } = ROUTES[route].call.request as { shape?: Record<string, ZodType> };
  return shape?.sort?.safeParse(field).success ?? false;
};

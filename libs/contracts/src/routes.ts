import { alertLog, alerts } from './alerts.ts';
import { assignments } from './assignments.ts';
import { buildings } from './buildings.ts';
import type { Call } from './call.ts';
import { dashboards } from './dashboards.ts';
import { IMPORT_MAX_BYTES, deviceImport } from './device-import.ts';
import { credentials, devices } from './devices.ts';
import { files } from './files.ts';
import { PLAN_MAX_BYTES, floors, plans } from './floors.ts';
import { locations } from './locations.ts';
import { outbox } from './outbox.ts';
import { TABLE_MAX_BYTES, sensorTypes } from './sensor-types.ts';
import { sessions } from './sessions.ts';
import { reset, signUp } from './sign-up.ts';
import { signIn, users } from './users.ts';

/** Who may ask: A admin, M manager, S assistant; `public` needs no token. */
export type Who = 'AMS' | 'AM' | 'A' | 'public';

/**
 * Whose things a call is about: `many`, of which each caller sees their own; `one`, which for everyone else answers as one
 * that does not exist; without either, nobody's in particular.
 */
export type Of = 'many' | 'one';

export interface Route {
  who: Who;
  of?: Of;
  call: Call;
  /** The answer stands in `data` under this name; without it, the answer is `data` itself. */
  as?: string;
  /** The envelope's message. */
  says?: string;
  /**
   * The body is one file of at most `maxBytes`, as multipart in this field. Its chunks go `to` the service one by one; then
   * the call is asked with it as `upload`.
   */
  upload?: { field: string; maxBytes: number; to: Pick<typeof files, 'putChunk' | 'drop'> };
  /** The answer is a file, and no envelope: the call says what it is, this one gives its chunks. */
  file?: typeof files.chunk;
}

/**
 * Every call of /v1: `METHOD /path` → who may ask, and what answers. Path parameters, query and body together make
 * the request; none may say otherwise than the path. Routing, guard, OpenAPI and tests read this table; what is not in
 * it does not exist.
 */
export const ROUTES = {
  'POST /user/login': { who: 'public', call: signIn.login, says: 'Signed in' },
  'POST /user/refresh': { who: 'public', call: signIn.refresh, says: 'Signed in' },
  'POST /user/logout': { who: 'public', call: signIn.logout, says: 'Signed out' },
  'GET /user/sessions': { who: 'AMS', of: 'many', call: sessions.list },
  'DELETE /user/sessions': { who: 'AMS', call: sessions.endAll, says: 'Signed out everywhere' },
  'POST /user/signupGenerateOtp': {
    who: 'public',
    call: signUp.sendCode,
    says: 'A code is on its way by SMS and e-mail',
  },
  'POST /user/signup': { who: 'public', call: signUp.signUp, as: 'user', says: 'Signup Success!' },
  'POST /user/resetRequest': {
    who: 'public',
    call: reset.sendCode,
    says: 'If there is an account with this address, a code is on its way',
  },
  'POST /user/resetPassword': { who: 'public', call: reset.reset, says: 'Password Changed Successfully!' },
  'GET /user': { who: 'AM', of: 'many', call: users.list },
  'POST /user': { who: 'AM', call: users.create, as: 'user', says: 'User created' },
  'GET /user/:id': { who: 'AMS', of: 'one', call: users.get, as: 'user' },
  'PATCH /user/:id': { who: 'AMS', of: 'one', call: users.update, as: 'user', says: 'User updated' },
  'DELETE /user/:id': { who: 'AM', of: 'one', call: users.remove, says: 'Deleted!' },
  'GET /getAllManagers': { who: 'A', call: users.managers },

  'GET /location/all': { who: 'public', call: locations.all },
  'GET /getAllLocation': { who: 'AM', call: locations.all },
  'POST /location': { who: 'A', call: locations.create, as: 'data', says: 'Location created' },
  'GET /location': { who: 'A', call: locations.list },
  'DELETE /location/:id': { who: 'A', call: locations.remove, says: 'Deleted!' },

  'POST /sensorType': { who: 'AM', call: sensorTypes.create, as: 'sensor', says: 'Sensor created' },
  'GET /sensorType': { who: 'AM', of: 'many', call: sensorTypes.list },
  'GET /getAllSensorType/:managerId': { who: 'AM', of: 'many', call: sensorTypes.ofManager },
  'DELETE /sensorType/:id': { who: 'AM', of: 'one', call: sensorTypes.remove, says: 'Deleted!' },
  'GET /sensorType/upload/:id': { who: 'AM', of: 'one', call: sensorTypes.table },
  'POST /sensorType/upload/:id': {
    who: 'AM',
    of: 'one',
    call: sensorTypes.upload,
    upload: { field: 'file', maxBytes: TABLE_MAX_BYTES, to: files },
    says: 'Table uploaded',
  },
  'DELETE /sensorType/upload/:id': {
    who: 'AM',
    of: 'one',
    call: sensorTypes.removeTable,
    says: 'Mapping removed',
  },

  'GET /dashboard/': { who: 'AMS', of: 'many', call: dashboards.home },
  'GET /dashboard/getAllLocations/': { who: 'A', call: locations.all },
  'GET /dashboard/getAllManagers/': { who: 'A', call: users.managers },
  'GET /dashboard/getManagersByLocation/:locationId': { who: 'A', call: users.managers },
  'GET /dashboard/getFilteredDevices/:locationId/:managerId': {
    who: 'AMS',
    of: 'many',
    call: dashboards.filtered,
  },
  'GET /deviceDashboard/:deviceName': { who: 'AMS', of: 'one', call: dashboards.device },
  'GET /deviceDashboard/getGraphData/:deviceName': { who: 'AMS', of: 'one', call: dashboards.graph },
  'GET /deviceDashboard/getSensorLog/:deviceName': { who: 'AMS', of: 'one', call: dashboards.sensorLog },
  'GET /deviceDashboard/getAlertData/:deviceName': { who: 'AMS', of: 'one', call: alerts.ofDevice },
  'GET /deviceDashboard/getAlertLogData/:deviceName': { who: 'AMS', of: 'one', call: alertLog.ofDevice },
  'GET /deviceDashboard/getDeviceInfo/:deviceName': { who: 'AMS', of: 'one', call: dashboards.info },
  'GET /deviceDashboard/sensorOptions/:deviceName': { who: 'AMS', of: 'one', call: dashboards.sensorOptions },

  'POST /device': { who: 'AM', call: devices.create, says: 'Device created' },
  'POST /device/import': {
    who: 'AM',
    call: deviceImport.run,
    upload: { field: 'file', maxBytes: IMPORT_MAX_BYTES, to: files },
    says: 'Devices read',
  },
  'GET /device': { who: 'AMS', of: 'many', call: devices.list },
  'GET /device/:deviceName': { who: 'AMS', of: 'one', call: devices.get, as: 'deviceData' },
  'PATCH /device/:deviceName': {
    who: 'AM',
    of: 'one',
    call: devices.update,
    as: 'deviceData',
    says: 'Device updated',
  },
  'DELETE /device/:deviceName': { who: 'AM', of: 'one', call: devices.remove, says: 'Deleted!' },
  'POST /device/:deviceName/credentials': {
    who: 'AM',
    of: 'one',
    call: credentials.renew,
    says: 'New login made',
  },
  'GET /getAllDevice': { who: 'AMS', of: 'many', call: devices.all },
  'GET /getDeviceSensor/:deviceName': { who: 'AMS', of: 'one', call: devices.sensors },
  'GET /getDevicesByFloor/:floorId': { who: 'AMS', of: 'one', call: devices.onFloor },
  'PATCH /bulkUpdate/device': { who: 'A', call: devices.bulkUpdate, says: 'Devices updated' },
  'POST /assignedDevice': {
    who: 'AM',
    of: 'one',
    call: assignments.create,
    as: 'assignment',
    says: 'Device assigned',
  },
  'GET /assignedDevice': { who: 'AM', of: 'many', call: assignments.list },
  'DELETE /assignedDevice/:id': { who: 'AM', of: 'one', call: assignments.remove, says: 'Deleted!' },
  'GET /assistantByDeviceId/:deviceName': { who: 'AM', of: 'one', call: assignments.ofDevice },

  'POST /building': { who: 'AM', call: buildings.create, as: 'buildingData', says: 'Building created' },
  'GET /building': { who: 'AMS', of: 'many', call: buildings.list },
  'GET /building/:id': { who: 'AMS', of: 'one', call: buildings.get, as: 'buildingData' },
  'PATCH /building/:id': {
    who: 'AM',
    of: 'one',
    call: buildings.update,
    as: 'buildingData',
    says: 'Building updated',
  },
  'DELETE /building/:id': { who: 'AM', of: 'one', call: buildings.remove, says: 'Deleted!' },
  'GET /getAllBuildings': { who: 'AMS', of: 'many', call: buildings.all },
  'POST /floor': { who: 'AM', of: 'one', call: floors.create, as: 'floor', says: 'Floor created' },
  'GET /floor': { who: 'AM', of: 'many', call: floors.list },
  'GET /floor/:id': { who: 'AMS', of: 'one', call: floors.get, as: 'floor' },
  'DELETE /floor/:id': { who: 'AM', of: 'one', call: floors.remove, says: 'Deleted!' },
  'POST /floor/upload': {
    who: 'AM',
    call: plans.upload,
    upload: { field: 'floormap', maxBytes: PLAN_MAX_BYTES, to: files },
    says: 'Image uploaded!',
  },
  'DELETE /floor/upload/:fileName': { who: 'AM', of: 'one', call: plans.remove, says: 'Deleted!' },
  'GET /file/:token': { who: 'public', call: files.open, file: files.chunk },
  'GET /floorByBuilding/:buildingId': { who: 'AMS', of: 'one', call: floors.ofBuilding },

  'POST /alert': { who: 'AMS', of: 'one', call: alerts.create, as: 'alert', says: 'Alert created' },
  'GET /alert': { who: 'AMS', of: 'many', call: alerts.list },
  'DELETE /alert/:id': { who: 'AMS', of: 'one', call: alerts.remove, says: 'Deleted!' },
  'GET /alertLog': { who: 'AMS', of: 'many', call: alertLog.list },
  'POST /alertLog/acknowledge/:deviceName': {
    who: 'AMS',
    of: 'one',
    call: alertLog.acknowledge,
    says: 'Acknowledged',
  },

  'GET /outbox': { who: 'A', call: outbox.list },
  'DELETE /outbox': { who: 'A', call: outbox.clear, says: 'Deleted!' },
} as const satisfies Record<`${'GET' | 'POST' | 'PATCH' | 'DELETE'} /${string}`, Route>;

export type RouteName = keyof typeof ROUTES;

/** Rows of calls that are not built yet: they answer 404 to everybody, and have their place in the table. */
export const PLANNED: Readonly<Record<string, Pick<Route, 'who' | 'of'>>> = {
  'GET /deviceDashboard/getEventData/:deviceName': { who: 'AMS', of: 'one' },
  'GET /deviceDashboard/getExportLog/:deviceName': { who: 'AMS', of: 'one' },
  'POST /deviceDashboard/addCommand': { who: 'AM', of: 'one' },
  'DELETE /deviceDashboard/deleteCommand/:id': { who: 'AM', of: 'one' },
  'GET /deviceDashboard/getImageLogData/:deviceName': { who: 'AMS', of: 'one' },

  'GET /alertLog/export': { who: 'AMS', of: 'many' },
  'POST /event': { who: 'AMS', of: 'one' },
  'GET /event': { who: 'AMS', of: 'many' },
  'DELETE /event/:id': { who: 'AMS', of: 'one' },
  'GET /autoReport': { who: 'AMS', of: 'many' },
  'POST /autoReport': { who: 'AMS' },
  'GET /autoReport/getExportLog/:deviceName': { who: 'AMS', of: 'one' },

  'GET /mqttLog': { who: 'AMS', of: 'many' },
  'DELETE /mqttLog': { who: 'AM', of: 'many' },
  'GET /mqttLog/blockTopic': { who: 'A' },
  'POST /mqttLog/blockTopic': { who: 'A' },
  'DELETE /mqttLog/blockTopic/:id': { who: 'A' },
  'POST /udp': { who: 'A' },
  'GET /udp': { who: 'A' },
  'DELETE /udp/:id': { who: 'A' },
  'GET /udpLog': { who: 'AMS', of: 'many' },
  'DELETE /udpLog': { who: 'AM', of: 'many' },
};

/**
 * What else is served, whole paths and all: pages, the live stream, and what balancers read. With `ROUTES`
 * these are all that a gateway answers; whatever else would be registered keeps it from starting.
 */
export const OTHER_ROUTES = {
  'GET /v1/stream': { who: 'AMS', of: 'many' },
  'GET /v1/openapi.json': { who: 'public' },
  'GET /docs': { who: 'public' },
  'GET /docs/:file': { who: 'public' },
  'GET /outbox': { who: 'public' },
  'GET /outbox/:file': { who: 'public' },
  'GET /outbox/attachments/:id': { who: 'public' },
  'GET /health/live': { who: 'public' },
  'GET /health/ready': { who: 'public' },
  'GET /*': { who: 'public' },
} as const satisfies Record<string, Pick<Route, 'who' | 'of'>>;

/** Who comes with a call, as the table tells them apart. */
export const PRINCIPALS = {
  'no token': 'none',
  admin: 'admin',
  'manager, own': 'manager',
  'manager, foreign': 'manager',
  'assistant, assigned': 'assistant',
  'assistant, not assigned': 'assistant',
} as const;
export type Principal = keyof typeof PRINCIPALS;

/** What the table has for somebody: the answer, a list of what is theirs, or a refusal. */
export type Outcome = 'allowed' | 'scoped list' | 401 | 403 | 404;

export const outcomeOf = (route: Pick<Route, 'who' | 'of'>, principal: Principal): Outcome => {
  const role = PRINCIPALS[principal];
  if (route.who === 'public') return 'allowed';
  if (role === 'none') return 401;
  if (!mayUse(role, route)) return 403;
  if (route.of === 'many') return 'scoped list';
  const isForeign = principal === 'manager, foreign' || principal === 'assistant, not assigned';
  return route.of === 'one' && isForeign ? 404 : 'allowed';
};

const LETTER_OF_ROLE = { admin: 'A', manager: 'M', assistant: 'S', none: '' } as const;

/** Whether a role may ever use a route; what of it they may see is for the service that owns the data. */
export const mayUse = (role: keyof typeof LETTER_OF_ROLE, route: Pick<Route, 'who'>): boolean =>
  route.who === 'public' || (LETTER_OF_ROLE[role] !== '' && route.who.includes(LETTER_OF_ROLE[role]));

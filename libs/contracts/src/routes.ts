import { alertLog, alerts } from './alerts.ts';
import type { Call } from './call.ts';
import { dashboards } from './dashboards.ts';
import { credentials, devices } from './devices.ts';
import { outbox } from './outbox.ts';
import { sensorTypes } from './sensor-types.ts';
import { signIn, users } from './users.ts';

/** Who may ask: A admin, M manager, S assistant; `public` needs no token. */
export type Who = 'AMS' | 'AM' | 'A' | 'public';

export interface Route {
  who: Who;
  call: Call;
  /** The answer stands in `data` under this name; without it, the answer is `data` itself. */
  as?: string;
  /** The envelope's message. */
  says?: string;
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
  'GET /getAllManagers': { who: 'A', call: users.managers },

  'POST /sensorType': { who: 'AM', call: sensorTypes.create, as: 'sensor', says: 'Sensor created' },
  'GET /sensorType': { who: 'AM', call: sensorTypes.list },
  'GET /getAllSensorType/:managerId': { who: 'AM', call: sensorTypes.ofManager },
  'DELETE /sensorType/:id': { who: 'AM', call: sensorTypes.remove, says: 'Deleted!' },

  'GET /dashboard/': { who: 'AMS', call: dashboards.home },
  'GET /deviceDashboard/:deviceName': { who: 'AMS', call: dashboards.device },
  'GET /deviceDashboard/getGraphData/:deviceName': { who: 'AMS', call: dashboards.graph },
  'GET /deviceDashboard/getSensorLog/:deviceName': { who: 'AMS', call: dashboards.sensorLog },
  'GET /deviceDashboard/getAlertData/:deviceName': { who: 'AMS', call: alerts.ofDevice },
  'GET /deviceDashboard/getAlertLogData/:deviceName': { who: 'AMS', call: alertLog.ofDevice },
  'GET /deviceDashboard/getDeviceInfo/:deviceName': { who: 'AMS', call: dashboards.info },
  'GET /deviceDashboard/sensorOptions/:deviceName': { who: 'AMS', call: dashboards.sensorOptions },

  'POST /device': { who: 'AM', call: devices.create, says: 'Device created' },
  'GET /device': { who: 'AMS', call: devices.list },
  'GET /device/:deviceName': { who: 'AMS', call: devices.get, as: 'deviceData' },
  'PATCH /device/:deviceName': { who: 'AM', call: devices.update, as: 'deviceData', says: 'Device updated' },
  'DELETE /device/:deviceName': { who: 'AM', call: devices.remove, says: 'Deleted!' },
  'POST /device/:deviceName/credentials': { who: 'AM', call: credentials.renew, says: 'New login made' },
  'GET /getAllDevice': { who: 'AMS', call: devices.all },
  'GET /getDeviceSensor/:deviceName': { who: 'AMS', call: devices.sensors },

  'POST /alert': { who: 'AMS', call: alerts.create, as: 'alert', says: 'Alert created' },
  'GET /alert': { who: 'AMS', call: alerts.list },
  'DELETE /alert/:id': { who: 'AMS', call: alerts.remove, says: 'Deleted!' },
  'GET /alertLog': { who: 'AMS', call: alertLog.list },
  'POST /alertLog/acknowledge/:deviceName': { who: 'AMS', call: alertLog.acknowledge, says: 'Acknowledged' },

  'GET /outbox': { who: 'A', call: outbox.list },
  'DELETE /outbox': { who: 'A', call: outbox.clear, says: 'Deleted!' },
} as const satisfies Record<`${'GET' | 'POST' | 'PATCH' | 'DELETE'} /${string}`, Route>;

export type RouteName = keyof typeof ROUTES;

const LETTER_OF_ROLE = { admin: 'A', manager: 'M', assistant: 'S', none: '' } as const;

/** Whether a role may ever use a route; what of it they may see is for the service that owns the data. */
export const mayUse = (role: keyof typeof LETTER_OF_ROLE, route: Pick<Route, 'who'>): boolean =>
  route.who === 'public' || (LETTER_OF_ROLE[role] !== '' && route.who.includes(LETTER_OF_ROLE[role]));

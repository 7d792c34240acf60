import { AUTO_REPORT_DEFAULTS } from '@telemon/contracts/reporting/auto-reports';
import type { FakeV1 } from './fake-v1.ts';

const NONE = { totalCount: 0 };

/** The responses of an empty installation. */
export const answerWithNothing = (v1: FakeV1): void => {
  v1.answer('GET /alertLog', { alertLogs: [], pagination: NONE });
  v1.answer('GET /alert', { alerts: [], pagination: NONE });
  v1.answer('GET /event', { events: [], pagination: NONE });
  v1.answer('GET /device', { devices: [], pagination: NONE });
  v1.answer('GET /getAllDevice', { deviceTable: [] });
  v1.answer('GET /assignedDevice', { assignedManagers: [], pagination: NONE });
  v1.answer('GET /sensorType', { sensors: [], pagination: NONE });
  v1.answer('GET /getAllSensorType/:managerId', { sensors: [] });
  v1.answer('GET /user', { users: [], pagination: NONE });
  v1.answer('GET /getAllManagers', { managers: [] });
  v1.answer('GET /location', { data: [], pagination: NONE });
  v1.answer('GET /getAllLocation', { locations: [] });
  v1.answer('GET /location/all', { locations: [] });
  v1.answer('GET /dashboard/getAllLocations/', { locations: [] });
  v1.answer('GET /dashboard/getAllManagers/', { managers: [] });
  v1.answer('GET /dashboard/', { deviceData: [], mapData: [], buildingData: [] });
  v1.answer('GET /building', { building: [], pagination: NONE });
  v1.answer('GET /getAllBuildings', { building: [] });
  v1.answer('GET /floor', { floor: [], pagination: NONE });
  v1.answer('GET /floorByBuilding/:buildingId', { floor: [] });
  v1.answer('GET /mqttLog', { mqttLogs: [], pagination: NONE, isWhole: true });
  v1.answer('GET /udpLog', { udpLogs: [], pagination: NONE, isWhole: true });
  v1.answer('GET /unknownDevice', { unknownDevices: [], pagination: NONE });
  v1.answer('GET /autoReport', { ...AUTO_REPORT_DEFAULTS, nextRunAt: null, timeZone: 'Europe/Paris' });
  v1.answer('GET /autoReport/runs', { runs: [], pagination: NONE });
  v1.answer('GET /dataRouting', { url: null, problem: null });
  v1.answer('GET /export', { exports: [], pagination: NONE });
  v1.answer('GET /disk', null);
  v1.answer('GET /udp', { udpRoutes: [], pagination: NONE });
  v1.answer('GET /user/sessions', { sessions: [] });
};

import type { Assignment } from '@telemon/contracts/devices/assignments';
import type { Command } from '@telemon/contracts/devices/commands';
import type { UploadedPlan } from '@telemon/contracts/devices/floors';
import type { RouteName } from '@telemon/contracts/routes';
import type { Principal } from '@telemon/testing/access-table';
import { type ApiClient, formWith } from '@telemon/testing/api-client';
import { aPlan, uniqueName } from '@telemon/testing/given';
import { ALERTING_SAMPLES } from './alerting-samples.ts';
import { LOGS_SAMPLES } from './logs-samples.ts';
import { missingId, missingName } from './people.ts';
import { REPORTING_SAMPLES } from './reporting-samples.ts';
import { type Make, about, aboutDashboard, list } from './sample.ts';
import type { Things } from './things.ts';
import { UDP_ROUTER_SAMPLES } from './udp-router-samples.ts';

const deviceToDelete = async ({ installation, people, sensorId }: Things): Promise<string> =>
  (await installation.make.device(people.manager.id, [sensorId])).device.deviceName;

const assistantToDelete = async ({ installation, people }: Things): Promise<string> =>
  (await installation.make.manager({ userRole: 'assistant', managerId: people.manager.id })).id;

/** The file name of a plan that the client has just uploaded, or 'none' if it may not upload. */
const planOf = async (client: ApiClient): Promise<string> => {
  const { body } = await client.send<UploadedPlan>('POST', '/floor/upload', formWith('floormap', aPlan()));
  return body.data?.fileName ?? 'none';
};
const aboutBuilding =
  (method: 'GET' | 'PATCH') =>
  async ({ buildingId }: Things) => ({
    path: `/building/${buildingId}`,
    missing: `/building/${missingId()}`,
    ...(method === 'PATCH' && { body: { lat: 2 } }),
  });

const newUser = ({ people }: Things, principal: Principal) => ({
  name: 'Sara Newcomer',
  email: `${uniqueName('sara')}@example.com`,
  password: 'a password of hers',
  contact: '+15005550006',
  ...(principal === 'admin' && {
    userRole: 'assistant',
    managerId: people.manager.id,
    companyName: 'Cold Stores',
    locationId: people.manager.locationId,
  }),
});

/** A sample for each row of the access table. Sign-in, sign-up and reset have their own specs. */
export const SAMPLES: Partial<Record<RouteName, Make>> = {
  'GET /user/sessions': list('/user/sessions'),
  'GET /user': list('/user'),
  'POST /user': async (things, principal) => ({ path: '/user', body: newUser(things, principal) }),
  'POST /user/:id/invitation': async (things) => ({
    path: `/user/${await assistantToDelete(things)}/invitation`,
    missing: `/user/${missingId()}/invitation`,
  }),
  'GET /user/:id': async ({ people }) => ({
    path: `/user/${people.assistant.id}`,
    missing: `/user/${missingId()}`,
  }),
  'PATCH /user/:id': async ({ people }) => ({
    path: `/user/${people.assistant.id}`,
    missing: `/user/${missingId()}`,
    body: { name: 'Another name' },
  }),
  'DELETE /user/:id': async (things) => ({
    path: `/user/${await assistantToDelete(things)}?userRole=assistant`,
    missing: `/user/${missingId()}?userRole=assistant`,
  }),
  'GET /getAllManagers': list('/getAllManagers'),
  'GET /location/all': list('/location/all'),
  'GET /getAllLocation': list('/getAllLocation'),
  'POST /location': async () => ({ path: '/location', body: { locationName: uniqueName('City') } }),
  'GET /location': list('/location'),
  'DELETE /location/:id': async ({ people }) => {
    const body = { locationName: uniqueName('City') };
    const { data } = await people.clients.admin.post<{ data: { id: string } }>('/location', body);
    return { path: `/location/${data.id}` };
  },
  'POST /sensorType': async ({ people }, principal) => ({
    path: '/sensorType',
    // A manager's sensor types belong to the manager.
    body: { sensorName: uniqueName('Sensor'), userId: principal === 'admin' ? people.manager.id : '' },
  }),
  'GET /sensorType': list('/sensorType'),
  'GET /getAllSensorType/:managerId': async ({ people }) => ({
    path: `/getAllSensorType/${people.manager.id}`,
  }),
  'DELETE /sensorType/:id': async ({ installation, people }) => ({
    path: `/sensorType/${(await installation.make.sensorType(people.manager.id)).id}`,
    missing: `/sensorType/${missingId()}`,
  }),
  'GET /sensorType/upload/:id': async ({ sensorId }) => ({
    path: `/sensorType/upload/${sensorId}`,
    missing: `/sensorType/upload/${missingId()}`,
  }),
  'POST /sensorType/upload/:id': async ({ sensorId }) => ({
    path: `/sensorType/upload/${sensorId}`,
    missing: `/sensorType/upload/${missingId()}`,
    body: formWith('file', new File(['raw,value\n0,0\n10,100'], 'table.csv')),
  }),
  'DELETE /sensorType/upload/:id': async ({ sensorId }) => ({
    path: `/sensorType/upload/${sensorId}`,
    missing: `/sensorType/upload/${missingId()}`,
  }),
  'GET /dashboard/': list('/dashboard/'),
  'GET /dashboard/getAllLocations/': list('/dashboard/getAllLocations/'),
  'GET /dashboard/getAllManagers/': list('/dashboard/getAllManagers/'),
  'GET /dashboard/getManagersByLocation/:locationId': async ({ people }) => ({
    path: `/dashboard/getManagersByLocation/${people.manager.locationId}`,
  }),
  'GET /dashboard/getFilteredDevices/:locationId/:managerId': async ({ people }) => ({
    path: `/dashboard/getFilteredDevices/0/${people.manager.id}`,
  }),
  'GET /deviceDashboard/:deviceName': about((name) => `/deviceDashboard/${name}`),
  'GET /deviceDashboard/getGraphData/:deviceName': aboutDashboard('getGraphData'),
  'GET /deviceDashboard/getSensorLog/:deviceName': aboutDashboard('getSensorLog'),
  'GET /deviceDashboard/getExportLog/:deviceName': aboutDashboard('getExportLog'),
  'GET /autoReport/getExportLog/:deviceName': about((name) => `/autoReport/getExportLog/${name}`),
  'GET /deviceDashboard/getWeather/:deviceName': aboutDashboard('getWeather'),
  'GET /deviceDashboard/getImageLogData/:deviceName': aboutDashboard('getImageLogData'),
  'GET /deviceDashboard/getDeviceInfo/:deviceName': aboutDashboard('getDeviceInfo'),
  'GET /deviceDashboard/sensorOptions/:deviceName': aboutDashboard('sensorOptions'),
  'POST /deviceDashboard/addCommand': async ({ deviceName }) => ({
    path: '/deviceDashboard/addCommand',
    missing: '/deviceDashboard/addCommand',
    body: { deviceName, command: 'reboot' },
    missingBody: { deviceName: missingName(), command: 'reboot' },
  }),
  'DELETE /deviceDashboard/deleteCommand/:id': async ({ deviceName, people }) => {
    const body = { deviceName, command: 'reboot' };
    const { command } = await people.clients.admin.post<{ command: Command }>(
      '/deviceDashboard/addCommand',
      body,
    );
    return {
      path: `/deviceDashboard/deleteCommand/${command.id}`,
      missing: `/deviceDashboard/deleteCommand/${missingId()}`,
    };
  },
  'POST /device': async ({ installation, people, sensorId }, principal) => {
    const isForeign = principal === 'manager, foreign';
    const manager = isForeign ? await ownId(people.clients[principal]) : people.manager.id;
    const sensor = isForeign ? (await installation.make.sensorType(manager)).id : sensorId;
    const body = {
      deviceName: uniqueName('dev'),
      deviceAlias: 'A new one',
      managerId: manager,
      template: 'Single',
      sensorId1: sensor,
      locationMode: 'Gps',
      lat: 1,
      lng: 1,
    };
    return { path: '/device', body };
  },
  'POST /device/import': async ({ people }, principal) => ({
    path: `/device/import?dryRun=true${principal === 'admin' ? `&managerId=${people.manager.id}` : ''}`,
    body: formWith(
      'file',
      new File(['deviceName,deviceAlias,sensor1,lat,lng\nsilo-1,Silo 1,Level,1,1'], 'fleet.csv'),
    ),
  }),
  'GET /device': list('/device'),
  'GET /device/:deviceName': about((name) => `/device/${name}`),
  'PATCH /device/:deviceName': async ({ deviceName }) => ({
    path: `/device/${deviceName}`,
    missing: `/device/${missingName()}`,
    body: { deviceAlias: 'Another alias' },
  }),
  'DELETE /device/:deviceName': async (things) => ({
    path: `/device/${await deviceToDelete(things)}`,
    missing: `/device/${missingName()}`,
  }),
  'POST /device/:deviceName/credentials': about((name) => `/device/${name}/credentials`),
  'POST /device/:deviceName/udpKey': about((name) => `/device/${name}/udpKey`),
  'DELETE /device/:deviceName/udpKey': about((name) => `/device/${name}/udpKey`),
  'POST /device/:deviceName/testReading': async (things) => ({
    path: `/device/${await deviceToDelete(things)}/testReading`,
    missing: `/device/${missingName()}/testReading`,
  }),
  'GET /getAllDevice': list('/getAllDevice'),
  'GET /getDeviceSensor/:deviceName': about((name) => `/getDeviceSensor/${name}`),
  'POST /building': async ({ people }, principal) => ({
    path: '/building',
    // A manager's buildings belong to the manager.
    body: {
      buildingName: uniqueName('House'),
      managerId: principal === 'admin' ? people.manager.id : '',
      lat: 1,
      lng: 1,
    },
  }),
  'GET /building': list('/building'),
  'GET /building/:id': aboutBuilding('GET'),
  'PATCH /building/:id': aboutBuilding('PATCH'),
  'DELETE /building/:id': async ({ installation, people }) => ({
    path: `/building/${(await installation.make.building(people.manager.id)).buildingId}`,
    missing: `/building/${missingId()}`,
  }),
  'GET /getAllBuildings': list('/getAllBuildings'),
  'POST /floor': async ({ people, buildingId }, principal) => {
    const floorName = uniqueName('Floor');
    const mapUrl = await planOf(people.clients[principal]);
    return {
      path: '/floor',
      missing: '/floor',
      body: { buildingId, floorName, mapUrl },
      missingBody: { buildingId: missingId(), floorName, mapUrl },
    };
  },
  'POST /floor/upload': async () => ({ path: '/floor/upload', body: formWith('floormap', aPlan()) }),
  'DELETE /floor/upload/:fileName': async ({ people }, principal) => ({
    // The admin's own plan, because a plan without a floor is visible only to its uploader.
    path: `/floor/upload/${await planOf(people.clients[principal === 'admin' ? 'admin' : 'manager, own'])}`,
    missing: `/floor/upload/${missingId()}.svg`,
  }),
  'GET /floor': list('/floor'),
  'GET /floor/:id': async ({ floorId }) => ({
    path: `/floor/${floorId}`,
    missing: `/floor/${missingId()}`,
  }),
  'DELETE /floor/:id': async ({ installation, buildingId }) => ({
    path: `/floor/${(await installation.make.floor(buildingId)).floorId}`,
    missing: `/floor/${missingId()}`,
  }),
  'GET /floorByBuilding/:buildingId': async ({ buildingId }) => ({
    path: `/floorByBuilding/${buildingId}`,
    missing: `/floorByBuilding/${missingId()}`,
  }),
  'GET /getDevicesByFloor/:floorId': async ({ floorId }) => ({
    path: `/getDevicesByFloor/${floorId}`,
    missing: `/getDevicesByFloor/${missingId()}`,
  }),
  'PATCH /bulkUpdate/device': async (things) => ({
    path: '/bulkUpdate/device',
    body: { deviceId: [await deviceToDelete(things)], managerId: things.people.manager.id },
  }),
  'POST /assignedDevice': async (things) => {
    const assistantId = await assistantToDelete(things);
    return {
      path: '/assignedDevice',
      missing: '/assignedDevice',
      body: { deviceName: things.deviceName, assistantId },
      missingBody: { deviceName: missingName(), assistantId },
    };
  },
  'GET /assignedDevice': list('/assignedDevice'),
  'DELETE /assignedDevice/:id': async (things) => {
    const assistantId = await assistantToDelete(things);
    const body = { deviceName: things.deviceName, assistantId };
    const { assignment } = await things.people.clients.admin.post<{ assignment: Assignment }>(
      '/assignedDevice',
      body,
    );
    const made = assignment.assistants.find((assistant) => assistant.assistantId === assistantId)!;
    return { path: `/assignedDevice/${made.id}`, missing: `/assignedDevice/${missingId()}` };
  },
  'GET /assistantByDeviceId/:deviceName': about((name) => `/assistantByDeviceId/${name}`),
  ...ALERTING_SAMPLES,
  ...LOGS_SAMPLES,
  ...REPORTING_SAMPLES,
  ...UDP_ROUTER_SAMPLES,
  'GET /dataRouting': list('/dataRouting'),
  'GET /disk': list('/disk'),
  'GET /outbox': list('/outbox'),
  'DELETE /outbox': list('/outbox'),
};

const ownId = async ({ token }: ApiClient): Promise<string> =>
  (JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { sub: string }).sub;

import type { Routes } from '../route.ts';
import { assignments } from './assignments.ts';
import { buildings } from './buildings.ts';
import { commands } from './commands.ts';
import { dashboards } from './dashboards.ts';
import { deviceReports } from './device-reports.ts';
import { deviceImport } from './device-import.ts';
import { credentials, devices } from './devices.ts';
import { PLAN_FILE, SHEET_FILE } from './file-kinds.ts';
import { disk } from './disk.ts';
import { files } from './files.ts';
import { floors, plans } from './floors.ts';
import { images } from './images.ts';
import { sensorTypes } from './sensor-types.ts';
import { testReadings } from './test-readings.ts';
import { udpKeys } from './udp-identity.ts';
import { weather } from './weather.ts';

export const devicesRoutes = {
  'POST /sensorType': { who: 'AM', call: sensorTypes.create, as: 'sensor', says: 'Sensor created' },
  'GET /sensorType': { who: 'AM', of: 'many', call: sensorTypes.list },
  'GET /getAllSensorType/:managerId': { who: 'AM', of: 'many', call: sensorTypes.ofManager },
  'DELETE /sensorType/:id': { who: 'AM', of: 'one', call: sensorTypes.remove, says: 'Deleted!' },
  'GET /sensorType/upload/:id': { who: 'AM', of: 'one', call: sensorTypes.table },
  'POST /sensorType/upload/:id': {
    who: 'AM',
    of: 'one',
    call: sensorTypes.upload,
    upload: { field: 'file', maxBytes: SHEET_FILE.mostBytes, to: files },
    says: 'Table uploaded',
  },
  'DELETE /sensorType/upload/:id': {
    who: 'AM',
    of: 'one',
    call: sensorTypes.removeTable,
    says: 'Mapping removed',
  },
  'GET /dashboard/': { who: 'AMS', of: 'many', call: dashboards.home },
  'GET /dashboard/getFilteredDevices/:locationId/:managerId': {
    who: 'AMS',
    of: 'many',
    call: dashboards.filtered,
  },
  'GET /deviceDashboard/:deviceName': { who: 'AMS', of: 'one', call: dashboards.device },
  'GET /deviceDashboard/getGraphData/:deviceName': { who: 'AMS', of: 'one', call: dashboards.graph },
  'GET /deviceDashboard/getSensorLog/:deviceName': { who: 'AMS', of: 'one', call: dashboards.sensorLog },
  'GET /deviceDashboard/getImageLogData/:deviceName': { who: 'AMS', of: 'one', call: images.log },
  'GET /deviceDashboard/getExportLog/:deviceName': {
    who: 'AMS',
    of: 'one',
    call: dashboards.exportLog,
    export: dashboards.exportFile,
  },
  'GET /deviceDashboard/getDeviceInfo/:deviceName': { who: 'AMS', of: 'one', call: dashboards.info },
  'GET /deviceDashboard/sensorOptions/:deviceName': { who: 'AMS', of: 'one', call: dashboards.sensorOptions },
  'GET /deviceDashboard/getWeather/:deviceName': {
    who: 'AMS',
    of: 'one',
    call: weather.ofDevice,
    as: 'weather',
  },
  'POST /deviceDashboard/addCommand': {
    who: 'AM',
    of: 'one',
    call: commands.create,
    as: 'command',
    says: 'Command created successfully',
  },
  'DELETE /deviceDashboard/deleteCommand/:id': {
    who: 'AM',
    of: 'one',
    call: commands.remove,
    says: 'Deleted!',
  },
  'POST /device': { who: 'AM', call: devices.create, record: 'deviceData', says: 'Device created' },
  'POST /device/import': {
    who: 'AM',
    call: deviceImport.run,
    upload: { field: 'file', maxBytes: SHEET_FILE.mostBytes, to: files },
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
  'POST /device/:deviceName/udpKey': { who: 'AM', of: 'one', call: udpKeys.make, says: 'New UDP key made' },
  'DELETE /device/:deviceName/udpKey': {
    who: 'AM',
    of: 'one',
    call: udpKeys.remove,
    says: 'UDP key removed',
  },
  'POST /device/:deviceName/testReading': {
    who: 'AM',
    of: 'one',
    call: testReadings.send,
    says: 'Test reading sent',
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
    upload: { field: 'floormap', maxBytes: PLAN_FILE.mostBytes, to: files },
    says: 'Image uploaded!',
  },
  'DELETE /floor/upload/:fileName': { who: 'AM', of: 'one', call: plans.remove, says: 'Deleted!' },
  'GET /file/:token': { who: 'public', call: files.open, file: files.chunk },
  'GET /disk': { who: 'A', call: disk.get },
  'GET /autoReport/getExportLog/:deviceName': {
    who: 'AMS',
    of: 'one',
    call: deviceReports.log,
    export: deviceReports.file,
  },
  'GET /floorByBuilding/:buildingId': { who: 'AMS', of: 'one', call: floors.ofBuilding },
} as const satisfies Routes;

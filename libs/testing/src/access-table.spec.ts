import { describe, expect, it } from '@jest/globals';
import { OTHER_ROUTES, ROUTES } from '@telemon/contracts/routes';
import { type AccessRow, PRINCIPALS, type Principal, outcomeOf } from './access-table.ts';

/** Every promised call with its roles and its flag, written down a second time so that no change goes unnoticed. */
const PROMISED = `
public POST /user/login · POST /user/refresh · POST /user/logout
public POST /user/signupGenerateOtp · POST /user/signup · POST /user/resetRequest · POST /user/resetPassword
public POST /user/invitation · POST /user/acceptInvitation
public GET /location/all · GET /file/: · POST /alertLog/linked · POST /alertLog/acknowledgeLinked
public POST /alertLog/snoozeLinked · POST /delivery/twilio/:
AMS GET /user/sessions · DELETE /user/sessions
AM GET /user · POST /user · DELETE /user/: · POST /user/:/invitation
AMS GET /user/: · PATCH /user/:
A GET /getAllManagers
AM GET /getAllLocation
A POST /location · GET /location · DELETE /location/:
AM POST /sensorType · GET /sensorType · GET /getAllSensorType/: · DELETE /sensorType/:
AM POST /sensorType/upload/: · GET /sensorType/upload/: · DELETE /sensorType/upload/:
AMS GET /dashboard · GET /dashboard/getFilteredDevices/:/:
A GET /dashboard/getAllLocations · GET /dashboard/getAllManagers · GET /dashboard/getManagersByLocation/:
AMS GET /deviceDashboard/: · GET /deviceDashboard/getGraphData/: · GET /deviceDashboard/getSensorLog/:
AMS GET /deviceDashboard/getEventData/: · GET /deviceDashboard/getAlertData/: · GET /deviceDashboard/getAlertLogData/:
AMS GET /deviceDashboard/getExportLog/: · GET /deviceDashboard/getDeviceInfo/: · GET /deviceDashboard/getWeather/:
AMS GET /deviceDashboard/getImageLogData/: · GET /deviceDashboard/sensorOptions/:
AM POST /deviceDashboard/addCommand · DELETE /deviceDashboard/deleteCommand/:
AM POST /device · POST /device/import · PATCH /device/: · DELETE /device/: · POST /device/:/credentials
AM POST /device/:/testReading · POST /device/:/udpKey · DELETE /device/:/udpKey
AMS GET /device · GET /device/: · GET /getAllDevice · GET /getDevicesByFloor/: · GET /getDeviceSensor/:
A PATCH /bulkUpdate/device
AM POST /assignedDevice · GET /assignedDevice · DELETE /assignedDevice/: · GET /assistantByDeviceId/:
AM POST /building · PATCH /building/: · DELETE /building/:
AMS GET /building · GET /building/: · GET /getAllBuildings
AM POST /floor · GET /floor · DELETE /floor/: · POST /floor/upload · DELETE /floor/upload/:
AMS GET /floor/: · GET /floorByBuilding/:
AMS POST /alert · GET /alert · DELETE /alert/: · GET /alert/: · PUT /alert/:
AMS POST /alert/:/pause · POST /alert/:/test
AMS GET /device/:/limits
AMS GET /alertLog · GET /alertLog/export · POST /alertLog/acknowledge/: · POST /alertLog/snooze/:
AMS POST /event · GET /event · DELETE /event/:
AMS GET /autoReport · POST /autoReport · GET /autoReport/getExportLog/:
AMS POST /autoReport/send · GET /autoReport/runs · GET /autoReport/runs/:
AMS POST /export · GET /export · GET /export/: · DELETE /export/:
AMS+mqttAdmin GET /mqttLog · GET /mqttLog/trace/:
AM+mqttAdmin DELETE /mqttLog
AMS GET /udpLog · GET /udpLog/trace/: · GET /alertLog/trace/:
AM DELETE /udpLog
A GET /mqttLog/blockTopic · POST /mqttLog/blockTopic · DELETE /mqttLog/blockTopic/:
A GET /unknownDevice · DELETE /unknownDevice/:
A POST /udp · GET /udp · DELETE /udp/:
A GET /outbox · DELETE /outbox · GET /disk · GET /dataRouting
`;
const promised = PROMISED.trim()
  .split('\n')
  .flatMap((line) => {
    const [who, ...rest] = line.split(' ');
    return rest
      .join(' ')
      .split(' · ')
      .map((call) => [call, who] as const);
  });
/** Names of parameters and a slash at the end don't make another call. */
const asPromised = (name: string): string => name.replace(/:\w+/g, ':').replace(/\/$/, '');

const table: Readonly<Record<string, AccessRow>> = ROUTES;

describe('the access table', () => {
  it('has exactly the promised calls, for the promised roles and flags', () => {
    const rows = Object.entries(table).map(
      ([name, { who, flag }]) => [asPromised(name), flag ? `${who}+${flag}` : who] as const,
    );
    const sorted = (entries: (readonly [string, string | undefined])[]) =>
      entries.map(([call, who]) => `${call} ${who}`).sort();
    expect(sorted(rows)).toEqual(sorted(promised));
  });

  it('has each call once', () => {
    const names = Object.keys(ROUTES).map(asPromised);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    const calls = new Set(names.map((name) => name.replace(' /', ' /v1/')));
    expect(Object.keys(OTHER_ROUTES).filter((name) => calls.has(name))).toEqual([]);
  });

  it('has an outcome for each row and principal: 401 for guarded rows without a token', () => {
    for (const [name, row] of Object.entries(table)) {
      for (const principal of Object.keys(PRINCIPALS) as Principal[]) {
        const outcome = outcomeOf(row, principal);
        const isOpen = outcome === 'allowed' || outcome === 'scoped list';
        if (row.who === 'public') expect({ name, outcome }).toEqual({ name, outcome: 'allowed' });
        else if (principal === 'no token') expect({ name, outcome }).toEqual({ name, outcome: 401 });
        else if (row.who === 'A' && principal !== 'admin')
          expect({ name, outcome }).toEqual({ name, outcome: 403 });
        else if (row.who === 'AM' && principal.startsWith('assistant')) {
          expect({ name, outcome }).toEqual({ name, outcome: 403 });
        } else if (principal === 'admin') expect({ name, isOpen }).toEqual({ name, isOpen: true });
      }
    }
  });

  it('lets only users with a flag use the rows that need it, and the admin', () => {
    const row: AccessRow = { who: 'AMS', flag: 'mqttAdmin', of: 'many' };
    const allowed = (Object.keys(PRINCIPALS) as Principal[]).filter(
      (principal) => outcomeOf(row, principal) === 'scoped list',
    );
    expect(allowed).toEqual(['admin', 'manager, foreign, mqttAdmin', 'assistant, not assigned, mqttAdmin']);
  });

  it('hides single objects from users outside their scope', () => {
    // A flag that a user lacks comes before the scope.
    const ofOne = Object.values(table).filter(({ of, flag }) => of === 'one' && flag === undefined);
    expect(ofOne.length).toBeGreaterThan(20);
    for (const row of ofOne) {
      expect(outcomeOf(row, 'manager, foreign')).toBe(404);
      expect([403, 404]).toContain(outcomeOf(row, 'assistant, not assigned'));
    }
  });
});

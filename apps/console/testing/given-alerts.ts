import type { Alert } from '@telemon/contracts/alerting/alerts';
import { Refused } from './fake-v1.ts';
import { pageOfRows } from './lists.ts';
import { v1 } from './open-console.tsx';
import { aDeviceToChoose, aSensorType, anAlert } from './things.ts';

/** Two alerts, of which that of freezer1 fires, and the answers of /v1 about alerts. */
export const givenAlerts = (): { alerts: Alert[] } => {
  const given = {
    alerts: [{ ...anAlert('a1', 'freezer1'), firing: true }, anAlert('a2', 'tank1')],
  };
  v1.answer('GET /alert', (query) => {
    const { rows, pagination } = pageOfRows(given.alerts, query);
    return { alerts: rows, pagination };
  });
  v1.answer('DELETE /alert/:id', ({ id }) => {
    given.alerts = given.alerts.filter((one) => one.id !== id);
    return null;
  });
  v1.answer('POST /alert', (request) => {
    const made = { ...anAlert('a3', request.deviceName), ...request } as Alert;
    given.alerts.push(made);
    return made;
  });
  v1.answer('GET /alert/:id', ({ id }) => {
    const found = given.alerts.find((one) => one.id === id);
    if (found === undefined) throw new Refused({ status: 404, message: 'There is no such alert' });
    return found;
  });
  v1.answer('PUT /alert/:id', (request) => {
    given.alerts = given.alerts.map((one) =>
      one.id === request.id ? ({ ...one, ...request } as Alert) : one,
    );
    return given.alerts.find(({ id }) => id === request.id)!;
  });
  v1.answer('POST /alert/:id/pause', ({ id, paused }) => {
    given.alerts = given.alerts.map((one) => (one.id === id ? { ...one, paused, firing: false } : one));
    return given.alerts.find((one) => one.id === id)!;
  });
  v1.answer('GET /getAllDevice', {
    deviceTable: ['freezer1', 'tank1'].map(aDeviceToChoose),
  });
  v1.answer('GET /getDeviceSensor/:deviceName', ({ deviceName }) => ({
    sensorList: [
      { seqId: 1, sensorData: aSensorType('s1', 'Temperature °C') },
      ...(deviceName === 'tank1' ? [{ seqId: 2, sensorData: aSensorType('s2', 'Level cm') }] : []),
    ],
  }));
  return given;
};

import type { Alert } from '@telemon/contracts/alerting/alerts';
import type { Event } from '@telemon/contracts/alerting/events';
import type { RouteName } from '@telemon/contracts/routes';
import type { Principal } from '@telemon/testing/access-table';
import type { ApiClient } from '@telemon/testing/api-client';
import { alertOn, eventOn } from '@telemon/testing/given';
import { missingId, missingName } from './people.ts';
import { type Make, about, aboutDashboard, list } from './sample.ts';
import type { Things } from './things.ts';

const newAlert = async (things: Things, by: ApiClient): Promise<string> =>
  (await by.post<{ alert: Alert }>('/alert', alertOn(things.deviceName))).alert.id;

const newEvent = async (things: Things, by: ApiClient): Promise<string> =>
  (await by.post<{ event: Event }>('/event', eventOn(things.deviceName))).event.id;

/** An assistant may change, try and delete only their own alerts, and delete only their own events. */
const creatorFor = ({ people }: Things, principal: Principal): ApiClient =>
  people.clients[principal === 'assistant, assigned' ? 'assistant, assigned' : 'manager, own'];

/** Samples for the calls that alerting answers. */
export const ALERTING_SAMPLES: Partial<Record<RouteName, Make>> = {
  'GET /deviceDashboard/getAlertData/:deviceName': aboutDashboard('getAlertData'),
  'GET /deviceDashboard/getEventData/:deviceName': aboutDashboard('getEventData'),
  'GET /deviceDashboard/getAlertLogData/:deviceName': aboutDashboard('getAlertLogData'),
  'GET /device/:deviceName/limits': about((name) => `/device/${name}/limits`),
  'POST /alert': async (things) => ({
    path: '/alert',
    missing: '/alert',
    body: alertOn(things.deviceName),
    missingBody: alertOn(missingName()),
  }),
  'GET /alert': list('/alert'),
  'GET /alert/:id': async (things) => ({
    path: `/alert/${await newAlert(things, things.people.clients['manager, own'])}`,
    missing: `/alert/${missingId()}`,
  }),
  'PUT /alert/:id': async (things, principal) => ({
    path: `/alert/${await newAlert(things, creatorFor(things, principal))}`,
    missing: `/alert/${missingId()}`,
    body: alertOn(things.deviceName),
  }),
  'POST /alert/:id/pause': async (things, principal) => ({
    path: `/alert/${await newAlert(things, creatorFor(things, principal))}/pause`,
    missing: `/alert/${missingId()}/pause`,
    body: { paused: true },
  }),
  'POST /alert/:id/test': async (things, principal) => ({
    path: `/alert/${await newAlert(things, creatorFor(things, principal))}/test`,
    missing: `/alert/${missingId()}/test`,
  }),
  'DELETE /alert/:id': async (things, principal) => ({
    path: `/alert/${await newAlert(things, creatorFor(things, principal))}?userRole=admin`,
    missing: `/alert/${missingId()}?userRole=admin`,
  }),
  'POST /event': async (things) => ({
    path: '/event',
    missing: '/event',
    body: eventOn(things.deviceName),
    missingBody: eventOn(missingName()),
  }),
  'GET /event': list('/event'),
  'DELETE /event/:id': async (things, principal) => ({
    path: `/event/${await newEvent(things, creatorFor(things, principal))}`,
    missing: `/event/${missingId()}`,
  }),
  'GET /alertLog': list('/alertLog'),
  'GET /alertLog/export': list('/alertLog/export'),
  'POST /alertLog/acknowledge/:deviceName': about((name) => `/alertLog/acknowledge/${name}`),
  'POST /alertLog/snooze/:deviceName': async (things) => ({
    path: `/alertLog/snooze/${things.deviceName}`,
    missing: `/alertLog/snooze/${missingName()}`,
    body: { alertId: null, hours: 1 },
  }),
};

import type { Routes } from '../route.ts';
import { alertChanges } from './alert-changes.ts';
import { alertLog } from './alert-log.ts';
import { alerts } from './alerts.ts';
import { REPORT_MAX_BYTES, deliveryReports } from './delivery-reports.ts';
import { events } from './events.ts';
import { limits } from './limits.ts';

export const alertingRoutes = {
  'GET /deviceDashboard/getEventData/:deviceName': { who: 'AMS', of: 'one', call: events.ofDevice },
  'GET /deviceDashboard/getAlertData/:deviceName': { who: 'AMS', of: 'one', call: alerts.ofDevice },
  'GET /deviceDashboard/getAlertLogData/:deviceName': { who: 'AMS', of: 'one', call: alertLog.ofDevice },
  'GET /device/:deviceName/limits': { who: 'AMS', of: 'one', call: limits.ofDevice },
  'POST /alert': { who: 'AMS', of: 'one', call: alerts.create, as: 'alert', says: 'Alert created' },
  'GET /alert': { who: 'AMS', of: 'many', call: alerts.list },
  'GET /alert/:id': { who: 'AMS', of: 'one', call: alertChanges.get, as: 'alert' },
  'PUT /alert/:id': { who: 'AMS', of: 'one', call: alertChanges.update, as: 'alert', says: 'Alert updated' },
  'POST /alert/:id/pause': {
    who: 'AMS',
    of: 'one',
    call: alertChanges.pause,
    as: 'alert',
    says: 'Alert updated',
  },
  'POST /alert/:id/test': { who: 'AMS', of: 'one', call: alertChanges.test, as: 'delivery' },
  'DELETE /alert/:id': { who: 'AMS', of: 'one', call: alerts.remove, says: 'Deleted!' },
  'GET /alertLog': { who: 'AMS', of: 'many', call: alertLog.list },
  'GET /alertLog/export': { who: 'AMS', of: 'many', call: alertLog.export, export: alertLog.exportFile },
  'POST /alertLog/acknowledge/:deviceName': {
    who: 'AMS',
    of: 'one',
    call: alertLog.acknowledge,
    says: 'Acknowledged',
  },
  'POST /alertLog/snooze/:deviceName': {
    who: 'AMS',
    of: 'one',
    call: alertLog.snooze,
    as: 'snooze',
    says: 'Saved',
  },
  'POST /alertLog/linked': { who: 'public', call: alertLog.linked, as: 'entry' },
  'POST /alertLog/acknowledgeLinked': {
    who: 'public',
    call: alertLog.acknowledgeLinked,
    as: 'entry',
    says: 'Acknowledged',
  },
  'POST /alertLog/snoozeLinked': { who: 'public', call: alertLog.snoozeLinked, as: 'entry', says: 'Saved' },
  'POST /delivery/twilio/:noticeId': {
    who: 'public',
    call: deliveryReports.twilio,
    signedForm: { header: 'x-twilio-signature', maxBytes: REPORT_MAX_BYTES },
  },
  'POST /event': { who: 'AMS', of: 'one', call: events.create, as: 'event', says: 'Event created' },
  'GET /event': { who: 'AMS', of: 'many', call: events.list },
  'DELETE /event/:id': { who: 'AMS', of: 'one', call: events.remove, says: 'Deleted!' },
} as const satisfies Routes;

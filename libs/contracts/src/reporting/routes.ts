import type { Routes } from '../route.ts';
import { autoReports } from './auto-reports.ts';
import { exportOrders } from './exports.ts';

export const reportingRoutes = {
  'GET /autoReport': { who: 'AMS', of: 'many', call: autoReports.get, as: 'autoReport' },
  'POST /autoReport': {
    who: 'AMS',
    call: autoReports.save,
    as: 'autoReport',
    says: 'Auto Report Config Updated',
  },
  'POST /autoReport/send': { who: 'AMS', call: autoReports.sendNow, as: 'run', says: 'Report ordered' },
  'GET /autoReport/runs': { who: 'AMS', of: 'many', call: autoReports.runs },
  'GET /autoReport/runs/:id': {
    who: 'AMS',
    of: 'one',
    call: autoReports.run,
    as: 'run',
    export: autoReports.file,
  },
  'POST /export': {
    who: 'AMS',
    call: exportOrders.order,
    as: 'export',
    says: 'Export ordered',
    ordered: 'now',
  },
  'GET /export': { who: 'AMS', of: 'many', call: exportOrders.list },
  'GET /export/:id': {
    who: 'AMS',
    of: 'one',
    call: exportOrders.get,
    as: 'export',
    export: exportOrders.file,
    ordered: 'before',
  },
  'DELETE /export/:id': { who: 'AMS', of: 'one', call: exportOrders.remove, says: 'Deleted!' },
} as const satisfies Routes;

import { AUTO_REPORT_DEFAULTS, type ReportRun } from '@telemon/contracts/reporting/auto-reports';
import type { ExportOrder } from '@telemon/contracts/reporting/exports';
import type { RouteName } from '@telemon/contracts/routes';
import type { Principal } from '@telemon/testing/access-table';
import type { ApiClient } from '@telemon/testing/api-client';
import { missingId } from './people.ts';
import { type Make, list } from './sample.ts';
import type { Things } from './things.ts';

/** A report or an export belongs to one user. Each user sees only their own, not the own manager's. */
const recipientFor = ({ people }: Things, principal: Principal): ApiClient =>
  people.clients[principal === 'admin' || principal === 'assistant, assigned' ? principal : 'manager, own'];

const EXPORT = { rows: 'device', format: 'csv' };

/** A call about an export of the user. */
const aboutExport: Make = async (things, principal) => {
  const { export: made } = await recipientFor(things, principal).post<{ export: ExportOrder }>(
    '/export',
    EXPORT,
  );
  return { path: `/export/${made.id}`, missing: `/export/${missingId()}` };
};

/** Samples for the calls that reporting answers. */
export const REPORTING_SAMPLES: Partial<Record<RouteName, Make>> = {
  'GET /autoReport': list('/autoReport'),
  'POST /autoReport': async () => ({ path: '/autoReport', body: AUTO_REPORT_DEFAULTS }),
  'POST /autoReport/send': list('/autoReport/send'),
  'GET /autoReport/runs': list('/autoReport/runs'),
  'GET /autoReport/runs/:id': async (things, principal) => {
    const { run } = await recipientFor(things, principal).post<{ run: ReportRun }>('/autoReport/send', {});
    return { path: `/autoReport/runs/${run.id}`, missing: `/autoReport/runs/${missingId()}` };
  },
  'POST /export': async () => ({ path: '/export', body: EXPORT }),
  'GET /export': list('/export'),
  'GET /export/:id': aboutExport,
  'DELETE /export/:id': aboutExport,
};

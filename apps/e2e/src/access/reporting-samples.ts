import { AUTO_REPORT_DEFAULTS, type ReportRun } from '@telemon/contracts/reporting/auto-reports';
import type { RouteName } from '@telemon/contracts/routes';
import type { Principal } from '@telemon/testing/access-table';
import type { ApiClient } from '@telemon/testing/api-client';
import { missingId } from './people.ts';
import { type Make, list } from './sample.ts';
import type { Things } from './things.ts';

/** A report belongs to one user: whoever may see one sees their own, and nobody sees the own manager's. */
const recipientFor = ({ people }: Things, principal: Principal): ApiClient =>
  people.clients[principal === 'admin' || principal === 'assistant, assigned' ? principal : 'manager, own'];

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
};

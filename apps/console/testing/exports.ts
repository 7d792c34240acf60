import type { ExportOrder, NewExport } from '@telemon/contracts/reporting/exports';
import { v1 } from './open-console.tsx';

const NOW = '2026-05-01T10:00:00.000Z';

export const anExport = (id: string, order: NewExport, changes: Partial<ExportOrder> = {}): ExportOrder => ({
  id,
  ...order,
  state: 'done',
  bytes: 300 * 1_024,
  fileName: `Export.${order.format}`,
  reason: null,
  orderedAt: NOW,
  keptUntil: NOW,
  ...changes,
});

export const answerExports = (...exports: ExportOrder[]): void =>
  v1.answer('GET /export', { exports, pagination: { totalCount: exports.length } });

let last = 0;

/** Each order has the `changes` when it is next looked at; when it is done, its file holds `content`. */
export const answerOrders = (content: BodyInit, changes: Partial<ExportOrder> = {}): void => {
  const ordered: ExportOrder[] = [];
  v1.answer('POST /export', (order) => {
    ordered.unshift(anExport(`E${++last}`, order, changes));
    answerExports(...ordered);
    return { ...ordered[0]!, state: 'waiting', bytes: 0, fileName: null };
  });
  v1.export('GET /export/:id', content);
};

import { z } from 'zod';
import { call } from '../call.ts';
import { Id } from '../fields.ts';
import { Page, pageOf } from '../page.ts';
import { SheetFormat, StreamedFile } from '../streamed-file.ts';

/** How long an order and its file are kept. */
export const EXPORTS_KEPT_HOURS = 24;

/** The message of the error `ExportsUnderWay`. @param most How many exports of a user may be under way at once */
export const exportsUnderWaySentence = ({ most }: { most: number }): string =>
  `${most} exports of yours are under way. Wait until one has ended, or cancel it`;

/** Rows of a log of messages in one export, the newest ones. */
export const MOST_LOG_ROWS_EXPORTED = 100_000;

/** The call of /v1 for each kind of rows that can be exported; a user may export what they may ask of it. */
export const ROUTE_OF_ROWS = {
  device: 'GET /device',
  assignedDevice: 'GET /assignedDevice',
  sensorType: 'GET /sensorType',
  building: 'GET /building',
  floor: 'GET /floor',
  alert: 'GET /alert',
  alertLog: 'GET /alertLog/export',
  event: 'GET /event',
  user: 'GET /user',
  location: 'GET /location',
  udp: 'GET /udp',
  unknownDevice: 'GET /unknownDevice',
  blockedTopic: 'GET /mqttLog/blockTopic',
  mqttLog: 'GET /mqttLog',
  udpLog: 'GET /udpLog',
  readings: 'GET /deviceDashboard/getExportLog/:deviceName',
  report: 'GET /autoReport/getExportLog/:deviceName',
} as const;
export type ExportedRows = keyof typeof ROUTE_OF_ROWS;
const ExportedRows = z.enum(Object.keys(ROUTE_OF_ROWS) as [ExportedRows, ...ExportedRows[]]);

const word = z.string().max(100).optional();

/** Which rows, as the query of their own call; that call validates it. Without, all of them. */
export const ExportQuery = z.strictObject({
  q: word,
  search: word,
  sort: word,
  order: word,
  state: word,
  presence: word,
  status: word,
  severity: word,
  deviceName: word,
  sensor: word,
  fromDate: word,
  toDate: word,
});
export type ExportQuery = z.infer<typeof ExportQuery>;

export const NewExport = z.strictObject({
  rows: ExportedRows,
  format: SheetFormat,
  query: ExportQuery.default({}),
});
export type NewExport = z.infer<typeof NewExport>;

/** An ordered export, `waiting` until its file is whole. Both are kept for 24 hours from the order. */
export const ExportOrder = z.object({
  id: Id,
  rows: ExportedRows,
  format: SheetFormat,
  query: ExportQuery,
  state: z.enum(['waiting', 'done', 'failed']),
  /** The size of the file so far. */
  bytes: z.int(),
  /** Null until it is done. */
  fileName: z.string().nullable(),
  /** Why it failed, or waits after a failed attempt. */
  reason: z.string().nullable(),
  orderedAt: z.string(),
  keptUntil: z.string(),
});
export type ExportOrder = z.infer<typeof ExportOrder>;

const identified = z.strictObject({ id: Id });

export const exportOrders = {
  order: call('reporting.export-orders.order', NewExport, ExportOrder),
  /** The user's own, newest first. */
  list: call('reporting.export-orders.list', Page, pageOf('exports', ExportOrder)),
  get: call('reporting.export-orders.get', identified, ExportOrder),
  /** In the format of the order. */
  file: call('reporting.export-orders.file', identified.extend({ format: SheetFormat }), StreamedFile),
  /** Removes an order with its file, also while it is written. */
  remove: call('reporting.export-orders.remove', identified, z.null()),
};

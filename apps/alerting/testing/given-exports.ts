import type { Actor } from '@telemon/contracts/actor';
import type { AlertLogEntry } from '@telemon/contracts/alerting/alert-log';
import type { DeviceState } from '@telemon/contracts/facts';
import { FactCopies } from '@telemon/platform/facts/fact-copies';
import { aUser } from '@telemon/testing/builders';
import { receivedFile, rowsOfWorkbook } from '@telemon/testing/received-file';
import type { AlertLogDocument } from '../src/alert-log/alert-log-document.ts';
import type { Choice, Order } from '../src/alert-log/alert-log.service.ts';
import { ExportsService } from '../src/alert-log/exports.service.ts';
import { type GivenAlerts, anActor } from './given-alerts.ts';

/** The entries of a log that was exported as JSON. */
export const parsedLog = (bytes: Buffer) =>
  (JSON.parse(bytes.toString()) as { alertLogs: AlertLogEntry[] }).alertLogs;

/** Exports of the alert log by managers of the spec. */
export class GivenExports {
  readonly service: ExportsService;
  private managers = 0;

  constructor(private readonly given: GivenAlerts) {
    this.service = given.service.get(ExportsService);
  }

  get entries() {
    return this.given.database.db.collection<AlertLogDocument>('alert_log');
  }

  /** A manager without entries so far, and a device of theirs. */
  async fleet(changes: Partial<DeviceState> = {}) {
    const managerId = `exporter-${++this.managers}`;
    const user = aUser({ id: managerId, name: 'Olga' });
    const users = this.given.service.get(FactCopies).of('user');
    await users.apply([{ kind: 'user', key: managerId, version: 1, state: user }]);
    const device = await this.given.device({ managerId, ...changes });
    return { by: anActor(managerId, 'manager', managerId), device };
  }

  async log(by: Actor, wanted: Choice & Order = {}, most?: number): Promise<AlertLogEntry[]> {
    const { bytes } = await receivedFile((inbox) => this.service.log(by, wanted, inbox, most));
    return parsedLog(bytes);
  }

  file(by: Actor, format: 'xlsx' | 'csv' = 'xlsx', wanted: Choice & Order = {}) {
    return receivedFile((inbox) => this.service.file(by, { ...wanted, format }, inbox));
  }

  /** The rows of a workbook by their titles. */
  async rows(by: Actor, wanted: Choice & Order = {}) {
    const [titles, ...rows] = await rowsOfWorkbook((await this.file(by, 'xlsx', wanted)).bytes);
    // An empty cell is no element.
    const named = (row: unknown[]) =>
      Object.entries(row).map(([place, cell]) => [titles![Number(place)] as string, cell]);
    return rows.map((row) => Object.fromEntries(named(row)) as Record<string, unknown>);
  }

  /** Adds copies of the device's first entry, with changes. */
  async addEntries(
    { deviceName }: DeviceState,
    count: number,
    change: (place: number) => Partial<AlertLogDocument>,
  ) {
    const { isOpen: _isOpen, ...entry } = (await this.entries.findOne({ deviceName }))!;
    const ids = Array.from(
      { length: count },
      (_, place) => `${deviceName}-${String(place).padStart(5, '0')}`,
    );
    await this.entries.insertMany(ids.map((_id, place) => ({ ...entry, _id, ...change(place) })));
    return ids;
  }
}

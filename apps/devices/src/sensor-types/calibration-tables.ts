import { Injectable } from '@nestjs/common';
import { TABLE_CHANGED_SUBJECT, TableChanged } from '@telemon/contracts/devices/sensor-types';
import { FactCopies } from '@telemon/platform/facts/fact-copies';
import { Live } from '@telemon/platform/messaging/live';
import type { CalibrationTable } from '../readings/treatment/calibration-table.ts';
import { CalibrationTablesRepository } from './calibration-tables.repository.ts';

/** The most rows in memory, of all tables together: 32 MB. */
const MOST_ROWS = 2_000_000;

/**
 * A cache of the tables of sensor types in use. A change is published to the other processes of this service before its caller
 * gets the answer, so that the next reading meets the new table everywhere; if that message is lost, the fact follows.
 */
@Injectable()
export class CalibrationTables {
  /** Sensor type id → its table; null: it has none. */
  private readonly held = new Map<string, CalibrationTable | null>();
  private rows = 0;
  /** How many changes were received. */
  private changes = 0;

  constructor(
    private readonly repository: CalibrationTablesRepository,
    private readonly live: Live,
    copies: FactCopies,
  ) {
    live.subscribe(TABLE_CHANGED_SUBJECT, TableChanged, ({ sensorTypeId }) => this.forget(sensorTypeId));
    copies.of('sensor-type').onChange((id) => this.forget(id));
  }

  /** The tables of these sensor types; those without one are absent. Queries the database only for tables not in memory. */
  async of(ids: ReadonlySet<string>): Promise<Map<string, CalibrationTable>> {
    const tables = new Map<string, CalibrationTable>();
    let missing: string[] | undefined;
    for (const id of ids) {
      const table = this.held.get(id);
      if (table) tables.set(id, table);
      else if (table === undefined) (missing ??= []).push(id);
    }
    if (missing) for (const [id, table] of await this.load(missing)) tables.set(id, table);
    return tables;
  }

  /** Publishes that a table was replaced or removed; to be called after the commit. */
  hasChanged(sensorTypeId: string): void {
    this.forget(sensorTypeId);
    this.live.publish(TABLE_CHANGED_SUBJECT, { sensorTypeId });
  }

  private async load(ids: readonly string[]): Promise<Map<string, CalibrationTable>> {
    const { changes } = this;
    const tables = await this.repository.load(ids);
    // A table read during a change may be outdated, so it isn't cached.
    if (this.changes === changes) for (const id of ids) this.hold(id, tables.get(id) ?? null);
    return tables;
  }

  private hold(id: string, table: CalibrationTable | null): void {
    const rows = rowsOf(table);
    if (this.rows + rows > MOST_ROWS) {
      this.held.clear();
      this.rows = 0;
    }
    this.rows += rows - rowsOf(this.held.get(id));
    this.held.set(id, table);
  }

  private forget(id: string): void {
    this.changes++;
    this.rows -= rowsOf(this.held.get(id));
    this.held.delete(id);
  }
}

/** An entry without a table counts as one row. */
const rowsOf = (table: CalibrationTable | null | undefined): number =>
  table === undefined ? 0 : 1 + (table?.raws.length ?? 0);

import { Injectable } from '@nestjs/common';
import type { Actor } from '@telemon/contracts/actor';
import type { AnswerOf, RequestOf } from '@telemon/contracts/call';
import { TABLE_MOST_ROWS, type sensorTypes } from '@telemon/contracts/devices/sensor-types';
import { UploadsService } from '../files/uploads.service.ts';
import type { CalibrationTable } from '../readings/treatment/calibration-table.ts';
import { SheetRefused, type SheetRow } from '../sheets/sheet.ts';
import { SheetReader } from '../sheets/sheet-reader.ts';
import { refusalOf } from '../sheets/sheets.errors.ts';
import { curveOf } from './calibration-curve.ts';
import { SensorTypesService } from './sensor-types.service.ts';
import { tableOfRows } from './table-of-rows.ts';

/** Rows of raw and value. */
const BOUNDS = { mostRows: TABLE_MOST_ROWS, mostColumns: 2 };

/** Uploads of calibration tables. */
@Injectable()
export class UploadedTablesService {
  constructor(
    private readonly sensorTypes: SensorTypesService,
    private readonly uploads: UploadsService,
    private readonly sheets: SheetReader,
  ) {}

  /** @throws if the file is no valid table, with row and column of the fault. */
  async upload(
    actor: Actor,
    { id, upload, dryRun }: RequestOf<typeof sensorTypes.upload>,
  ): Promise<AnswerOf<typeof sensorTypes.upload>> {
    const content = await this.uploads.take(actor, upload);
    // Found before the file is read, so that others don't get its faults.
    const sensorType = await this.sensorTypes.find(actor, id);
    const rows = await this.sheets.read(upload.fileName, content, BOUNDS);
    const table = tableIn(rows);
    const sensor = dryRun
      ? this.sensorTypes.view(sensorType)
      : await this.sensorTypes.setTable(actor, id, upload.fileName, table);
    return { sensor, table: curveOf(table) };
  }
}

const tableIn = (rows: readonly SheetRow[]): CalibrationTable => {
  try {
    return tableOfRows(rows);
  } catch (error) {
    throw error instanceof SheetRefused ? refusalOf(error) : error;
  }
};

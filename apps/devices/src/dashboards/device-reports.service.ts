import { Injectable } from '@nestjs/common';
import type { Actor } from '@telemon/contracts/actor';
import type { SensorOption } from '@telemon/contracts/devices/dashboards';
import { LONGEST_REPORT_DAYS, REPORT_NAME, type ReportLog } from '@telemon/contracts/devices/device-reports';
import { MOST_EXPORTED_AS_JSON, type SheetFormat, type StreamedFile } from '@telemon/contracts/streamed-file';
import { OutgoingFiles, type Streamed } from '@telemon/platform/messaging/outgoing-files';
import type { Parts } from '@telemon/platform/messaging/parts';
import type { Row } from '@telemon/platform/spreadsheets/column';
import { tooManyForJson } from '@telemon/platform/spreadsheets/exports.errors';
import type { z } from 'zod';
import { DevicesService } from '../devices/devices.service.ts';
import { ReadingHistory } from '../history/reading-history.ts';
import { Days } from '../latest/days.ts';
import { DeviceSheets } from './device-sheets.ts';
import { type Export, ExportedReadings } from './exported-readings.ts';
import { type AskedRange, rangeOf } from './range.ts';
import { DEVICE_COLUMN, columnsFor, jsonOf, visitForReport } from './report-rows.ts';
import { subjectOf } from './export-subject.ts';

interface AskedReport extends AskedRange {
  deviceName: string;
}

/** A report, with the sensors that its columns are of. */
interface Report extends Export {
  readonly sensors: readonly SensorOption[];
}

const LIMITS = { longestDays: LONGEST_REPORT_DAYS, mayEndLater: false };

/** Export Report: the readings of all sensors of a device in up to a week, as JSON or as a file. */
@Injectable()
export class DeviceReportsService {
  constructor(
    private readonly devices: DevicesService,
    private readonly history: ReadingHistory,
    private readonly readings: ExportedReadings,
    private readonly sheets: DeviceSheets,
    private readonly files: OutgoingFiles,
    private readonly days: Days,
  ) {}

  /** Begins to stream the readings as JSON to an inbox. @throws if there are more than `most` */
  async log(
    actor: Actor,
    asked: AskedReport,
    inbox: string | undefined,
    most = MOST_EXPORTED_AS_JSON,
  ): Promise<Streamed> {
    const report = await this.reportOf(actor, asked);
    const first = { offset: 0, limit: 1, direction: 1 } as const;
    const { totalCount } = await this.history.page(report.device, report.range, first);
    if (totalCount > most)
      throw tooManyForJson({ things: 'readings in the range', narrower: 'narrow the range', most });
    const context = { deviceName: asked.deviceName, userId: actor.id, format: 'json' };
    return this.files.answer(inbox, context, (signal) => this.parts(report, signal));
  }

  /** Begins to stream the readings as a file to an inbox. */
  async file(
    actor: Actor,
    { format, ...asked }: AskedReport & { format: SheetFormat },
    inbox: string | undefined,
  ): Promise<StreamedFile> {
    const report = await this.reportOf(actor, asked);
    const context = { deviceName: asked.deviceName, userId: actor.id };
    return this.sheets.start({ name: REPORT_NAME, format, inbox, context }, (signal) => ({
      columns: [...columnsFor(report.sensors), DEVICE_COLUMN],
      subject: subjectOf(report, this.days.zone),
      rows: this.rowsWithDevice(report, signal),
    }));
  }

  private async reportOf(actor: Actor, { deviceName, ...asked }: AskedReport): Promise<Report> {
    const device = await this.devices.find(actor, deviceName);
    const range = rangeOf(asked, Date.now(), this.days.zone, LIMITS);
    const sensors = (await this.devices.sensorsOf(device)).map(({ seqId, sensorData }) => ({
      option: String(seqId),
      sensorName: sensorData.sensorName,
    }));
    return { actor, device, range, sensors };
  }

  private rows(report: Report, signal: AbortSignal): AsyncGenerator<Row[]> {
    return this.readings.rows(report, signal, (take) => visitForReport(report.sensors, take));
  }

  /** Also the device, because a file is handed on without the page or the call that it came from. */
  private async *rowsWithDevice(report: Report, signal: AbortSignal): AsyncGenerator<Row[]> {
    for await (const rows of this.rows(report, signal)) yield rows.map((row) => [...row, report.device._id]);
  }

  private async *parts(report: Report, signal: AbortSignal): Parts<z.infer<typeof ReportLog>> {
    yield { header: columnsFor(report.sensors).map(({ title }) => title) };
    yield { dataArray: [] };
    for await (const rows of this.rows(report, signal)) yield { dataArray: rows.map(jsonOf) };
  }
}

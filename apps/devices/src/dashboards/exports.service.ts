import { Injectable } from '@nestjs/common';
import type { Actor } from '@telemon/contracts/actor';
import type { ExportLog } from '@telemon/contracts/devices/dashboards';
import { MOST_EXPORTED_AS_JSON, type SheetFormat, type StreamedFile } from '@telemon/contracts/streamed-file';
import type { Parts } from '@telemon/platform/messaging/parts';
import { tooManyForJson } from '@telemon/platform/spreadsheets/exports.errors';
import type { SheetContent } from '@telemon/platform/spreadsheets/sheet-exports';
import { DevicesService } from '../devices/devices.service.ts';
import { Days } from '../latest/days.ts';
import { ReadingHistory } from '../history/reading-history.ts';
import { DeviceSheets } from './device-sheets.ts';
import { subjectOf } from './export-subject.ts';
import { type Export, ExportedReadings } from './exported-readings.ts';
import { HeldValues, columnsOf, jsonRowOf, rowOf, visitSensor } from './graph-rows.ts';
import { type AskedRange, rangeOf } from './range.ts';
import type { SensorValues } from './sensor-values.ts';

interface AskedExport extends AskedRange {
  deviceName: string;
  sensor: 1 | 2 | 3 | 4;
}

/** An export of one sensor. */
interface SensorExport extends Export {
  readonly sensor: number;
}

const NAME = 'GraphData';
/** Rows of a part of the answer as JSON. */
const ROWS_OF_PART = 1_000;

/** A sensor's readings in a range, all of them, as JSON or as a file. */
@Injectable()
export class ExportsService {
  constructor(
    private readonly devices: DevicesService,
    private readonly history: ReadingHistory,
    private readonly readings: ExportedReadings,
    private readonly sheets: DeviceSheets,
    private readonly days: Days,
  ) {}

  /** The readings as JSON. @throws if there are more than fit into one answer */
  async log(actor: Actor, asked: AskedExport): Promise<Parts<ExportLog>> {
    const { device, range, sensor } = await this.exportOf(actor, asked);
    const held = new HeldValues();
    const found: { timestamp: number; values: SensorValues }[] = [];
    const tooMany = () => tooManyForJson({ things: 'readings in the range', narrower: 'narrow the range' });
    await this.history.visitAll(device, range, {
      tooMany,
      visit: visitSensor(sensor, (timestamp, values) => {
        if (found.length === MOST_EXPORTED_AS_JSON) throw tooMany();
        held.add(values);
        found.push({ timestamp, values });
      }),
    });
    const { kinds } = held;
    return (async function* () {
      yield { header: columnsOf(kinds).map(({ title }) => title) };
      yield { dataArray: [] };
      for (let from = 0; from < found.length; from += ROWS_OF_PART) {
        const some = found.slice(from, from + ROWS_OF_PART);
        yield {
          dataArray: some.map(({ timestamp, values }) =>
            jsonRowOf(rowOf(device._id, timestamp, values, kinds)),
          ),
        };
      }
    })();
  }

  /** Begins to stream the readings as a file to an inbox. */
  async file(
    actor: Actor,
    { format, ...asked }: AskedExport & { format: SheetFormat },
    inbox: string | undefined,
  ): Promise<StreamedFile> {
    const wanted = await this.exportOf(actor, asked);
    const context = { deviceName: asked.deviceName, userId: actor.id };
    return this.sheets.start({ name: NAME, format, inbox, context }, (signal) =>
      this.content(wanted, signal),
    );
  }

  private async exportOf(actor: Actor, { deviceName, sensor, ...asked }: AskedExport): Promise<SensorExport> {
    const device = await this.devices.find(actor, deviceName);
    return { actor, device, range: rangeOf(asked, Date.now(), this.days.zone), sensor };
  }

  private async content(wanted: SensorExport, signal: AbortSignal): Promise<SheetContent> {
    const { kinds } = await this.heldIn(wanted, signal);
    const { device, sensor } = wanted;
    const rows = this.readings.rows(wanted, signal, (take) =>
      visitSensor(sensor, (timestamp, values) => take(rowOf(device._id, timestamp, values, kinds))),
    );
    return { columns: columnsOf(kinds), subject: subjectOf(wanted, this.days.zone), rows };
  }

  /** Looks which values the range holds, which the first reading mostly tells. */
  private async heldIn({ device, range, sensor }: SensorExport, signal: AbortSignal): Promise<HeldValues> {
    const held = new HeldValues();
    const visit = visitSensor(sensor, (_timestamp, values) => held.add(values));
    for await (const _step of this.history.steps(device, range, { visit, signal })) {
      if (held.isComplete) break;
    }
    return held;
  }
}

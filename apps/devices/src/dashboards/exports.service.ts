import { Injectable } from '@nestjs/common';
import type { Actor } from '@telemon/contracts/actor';
import { type ExportLog, MOST_EXPORTED_AS_JSON } from '@telemon/contracts/devices/dashboards';
import { type SheetFormat, type StreamedFile, sheetFile } from '@telemon/contracts/streamed-file';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { OutgoingFiles } from '@telemon/platform/messaging/outgoing-files';
import type { OutgoingFile } from '@telemon/platform/messaging/outgoing-file';
import type { Parts } from '@telemon/platform/messaging/parts';
import type { Row } from '@telemon/platform/spreadsheets/column';
import { Spreadsheets } from '@telemon/platform/spreadsheets/spreadsheets';
import { fileURLToPath } from 'node:url';
import type { DeviceDocument } from '../devices/device-document.ts';
import { deviceNotFound } from '../devices/devices.errors.ts';
import { DevicesService } from '../devices/devices.service.ts';
import { Days } from '../latest/days.ts';
import { ReadingHistory } from '../history/reading-history.ts';
import type { Range } from '../stored-readings/read-options.ts';
import { tooManyForJson } from './dashboards.errors.ts';
import { HeldValues, columnsOf, jsonRowOf, rowOf, visitSensor } from './graph-rows.ts';
import { type AskedRange, rangeOf } from './range.ts';
import type { SensorValues } from './sensor-values.ts';

interface Asked extends AskedRange {
  deviceName: string;
  sensor: 1 | 2 | 3 | 4;
}

/** One export: whose, of what, and of which time. */
interface Export {
  readonly actor: Actor;
  readonly device: DeviceDocument;
  readonly range: Range;
  readonly sensor: number;
}

const NAME = 'GraphData';
/** Rows of a part of the answer as JSON. */
const ROWS_OF_PART = 1_000;
/** How often an export looks whether its user still may see the device, ms. */
const LOOKS_EVERY_MS = 2_000;

// The program lies beside this file with the same extension: .ts, or .js once built.
const PROGRAM = fileURLToPath(new URL(`./spreadsheet-program${import.meta.url.slice(-3)}`, import.meta.url));

/** A sensor's readings in a range, all of them, as JSON or as a file. */
@Injectable()
export class ExportsService {
  private readonly spreadsheets = new Spreadsheets(PROGRAM);

  constructor(
    private readonly devices: DevicesService,
    private readonly history: ReadingHistory,
    private readonly days: Days,
    private readonly files: OutgoingFiles,
    lifecycle: Lifecycle,
  ) {
    lifecycle.onStop(() => this.spreadsheets.stop());
  }

  /** The readings as JSON. @throws if there are more than fit into one answer */
  async log(actor: Actor, asked: Asked): Promise<Parts<ExportLog>> {
    const { device, range, sensor } = await this.exportOf(actor, asked);
    const held = new HeldValues();
    const found: { timestamp: number; values: SensorValues }[] = [];
    await this.history.visitAll(device, range, {
      most: MOST_EXPORTED_AS_JSON,
      tooMany: tooManyForJson,
      visit: visitSensor(sensor, (timestamp, values) => {
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
    { format, ...asked }: Asked & { format: SheetFormat },
    inbox: string,
  ): Promise<StreamedFile> {
    const wanted = await this.exportOf(actor, asked);
    const context = { deviceName: asked.deviceName, userId: actor.id, format };
    this.files.start(inbox, context, (file) => this.write(wanted, format, file));
    return sheetFile(NAME, format);
  }

  private async exportOf(actor: Actor, { deviceName, sensor, ...asked }: Asked): Promise<Export> {
    const device = await this.devices.find(actor, deviceName);
    return { actor, device, range: rangeOf(asked, Date.now(), this.days.zone), sensor };
  }

  private async write(wanted: Export, format: SheetFormat, file: OutgoingFile): Promise<void> {
    const { kinds } = await this.heldIn(wanted, file.signal);
    const plan = { format, name: NAME, columns: columnsOf(kinds), zone: this.days.zone };
    const rows = this.rows(wanted, kinds, file.signal);
    for await (const bytes of this.spreadsheets.of(plan, rows)) await file.write(bytes);
  }

  /** Looks which values the range holds, which the first reading mostly tells. */
  private async heldIn({ device, range, sensor }: Export, signal: AbortSignal): Promise<HeldValues> {
    const held = new HeldValues();
    const visit = visitSensor(sensor, (_timestamp, values) => held.add(values));
    for await (const _step of this.history.steps(device, range, { visit, signal })) {
      if (held.isComplete) break;
    }
    return held;
  }

  private async *rows(
    { actor, device, range, sensor }: Export,
    kinds: HeldValues['kinds'],
    signal: AbortSignal,
  ): AsyncGenerator<Row[]> {
    let rows: Row[] = [];
    let lookedAt = performance.now();
    const visit = visitSensor(sensor, (timestamp, values) =>
      rows.push(rowOf(device._id, timestamp, values, kinds)),
    );
    for await (const _step of this.history.steps(device, range, { visit, signal })) {
      if (performance.now() - lookedAt > LOOKS_EVERY_MS) {
        const { key } = await this.devices.find(actor, device._id);
        if (key !== device.key) throw deviceNotFound();
        lookedAt = performance.now();
      }
      yield rows;
      rows = [];
    }
  }
}

import { Injectable } from '@nestjs/common';
import type { Actor } from '@telemon/contracts/actor';
import type { Row } from '@telemon/platform/spreadsheets/column';
import type { DeviceDocument } from '../devices/device-document.ts';
import { deviceNotFound } from '../devices/devices.errors.ts';
import { DevicesService } from '../devices/devices.service.ts';
import { ReadingHistory, type Visit } from '../history/reading-history.ts';
import type { Range } from '../stored-readings/read-options.ts';

/** How often an export looks whether its user still may see the device, ms. */
const LOOKS_EVERY_MS = 2_000;

/** The user, the device and the range of an export. */
export interface Export {
  readonly actor: Actor;
  readonly device: DeviceDocument;
  readonly range: Range;
}

/** The readings of exports, however many they are. */
@Injectable()
export class ExportedReadings {
  constructor(
    private readonly devices: DevicesService,
    private readonly history: ReadingHistory,
  ) {}

  /**
   * The rows of all readings in the range, step by step, as long as the user may see the device.
   * @param visitFor How readings become the rows that it takes.
   */
  async *rows(
    { actor, device, range }: Export,
    signal: AbortSignal,
    visitFor: (take: (row: Row) => void) => Visit,
  ): AsyncGenerator<Row[]> {
    let rows: Row[] = [];
    let lookedAt = performance.now();
    const visit = visitFor((row) => rows.push(row));
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

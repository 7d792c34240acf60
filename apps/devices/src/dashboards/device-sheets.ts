import { Injectable } from '@nestjs/common';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { OutgoingFiles } from '@telemon/platform/messaging/outgoing-files';
import { SheetExports } from '@telemon/platform/spreadsheets/sheet-exports';
import { Days } from '../latest/days.ts';

/** The spreadsheets of this service, which one thread writes. */
@Injectable()
export class DeviceSheets extends SheetExports {
  constructor(files: OutgoingFiles, lifecycle: Lifecycle, { zone }: Days) {
    super(files, lifecycle, import.meta.url, zone);
  }
}

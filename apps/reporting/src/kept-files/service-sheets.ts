import { Injectable } from '@nestjs/common';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { Spreadsheets } from '@telemon/platform/spreadsheets/spreadsheets';
import { fileURLToPath } from 'node:url';

/** The spreadsheets of this service, which one thread writes. */
@Injectable()
export class ServiceSheets extends Spreadsheets {
  constructor(lifecycle: Lifecycle) {
    // The program has the extension of this file: .ts, or .js once built.
    super(fileURLToPath(new URL(`./spreadsheet-program${import.meta.url.slice(-3)}`, import.meta.url)));
    lifecycle.onStop(() => this.stop());
  }
}

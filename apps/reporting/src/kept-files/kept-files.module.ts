import { Module } from '@nestjs/common';
import { KeptFiles } from './kept-files.ts';
import { ServiceSheets } from './service-sheets.ts';

const providers = [KeptFiles, ServiceSheets];

/** Spreadsheets: how they are written and kept. */
@Module({ providers, exports: providers })
export class KeptFilesModule {}

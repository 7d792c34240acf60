import { Module } from '@nestjs/common';
import { SheetReader } from './sheet-reader.ts';

@Module({ providers: [SheetReader], exports: [SheetReader] })
export class SheetsModule {}

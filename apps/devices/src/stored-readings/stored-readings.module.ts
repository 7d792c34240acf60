import { Module } from '@nestjs/common';
import { ReadingsRepository } from './readings.repository.ts';

/** Single readings as they are stored: written by the intake, read and sealed by the history. */
@Module({ providers: [ReadingsRepository], exports: [ReadingsRepository] })
export class StoredReadingsModule {}

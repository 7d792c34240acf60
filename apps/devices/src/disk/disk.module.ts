import { Module } from '@nestjs/common';
import { DiskGuard } from './disk-guard.ts';
import { DiskLetters } from './disk-letters.ts';
import { DiskWarnings } from './disk-warnings.repository.ts';
import { DiskHandler } from './disk.handler.ts';

/** Watches the disk of the database. */
@Module({ controllers: [DiskHandler], providers: [DiskGuard, DiskLetters, DiskWarnings] })
export class DiskModule {}

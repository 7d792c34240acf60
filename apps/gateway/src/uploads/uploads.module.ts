import { Module } from '@nestjs/common';
import { SentFiles } from './sent-files.ts';
import { Uploads } from './uploads.ts';

/** Files on their way in and out. */
@Module({ providers: [SentFiles, Uploads], exports: [SentFiles, Uploads] })
export class UploadsModule {}

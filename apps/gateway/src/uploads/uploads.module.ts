import { Module } from '@nestjs/common';
import { SentFiles } from './sent-files.ts';
import { Uploads } from './uploads.ts';

/** Uploads and downloads of files. */
@Module({ providers: [SentFiles, Uploads], exports: [SentFiles, Uploads] })
export class UploadsModule {}

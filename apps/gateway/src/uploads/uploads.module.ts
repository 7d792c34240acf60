import { Module } from '@nestjs/common';
import { Uploads } from './uploads.ts';

@Module({ providers: [Uploads], exports: [Uploads] })
export class UploadsModule {}

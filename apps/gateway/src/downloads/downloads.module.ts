import { Module } from '@nestjs/common';
import { Downloads } from './downloads.ts';

@Module({ providers: [Downloads], exports: [Downloads] })
export class DownloadsModule {}

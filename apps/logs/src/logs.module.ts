import { Module } from '@nestjs/common';
import { RejectionsModule } from './rejections/rejections.module.ts';

/** Keeps what could not be read, with the reason, within bounds. */
@Module({ imports: [RejectionsModule] })
export class LogsModule {}

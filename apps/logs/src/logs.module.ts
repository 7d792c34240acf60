import { Module } from '@nestjs/common';
import { RejectionsModule } from './rejections/rejections.module.ts';

/** Keeps rejected payloads with the reason, within limits. */
@Module({ imports: [RejectionsModule] })
export class LogsModule {}

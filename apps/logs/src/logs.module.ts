import { Module } from '@nestjs/common';
import { BlockedTopicsModule } from './blocked-topics/blocked-topics.module.ts';
import { RejectionsModule } from './rejections/rejections.module.ts';

/** Keeps rejected payloads with the reason, within limits, and the topics that are blocked. */
@Module({ imports: [RejectionsModule, BlockedTopicsModule] })
export class LogsModule {}

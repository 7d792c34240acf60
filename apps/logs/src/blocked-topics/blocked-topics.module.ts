import { Module } from '@nestjs/common';
import { BlockedTopicsHandler } from './blocked-topics.handler.ts';
import { BlockedTopicsRepository } from './blocked-topics.repository.ts';
import { BlockedTopicsService } from './blocked-topics.service.ts';

@Module({
  controllers: [BlockedTopicsHandler],
  providers: [BlockedTopicsService, BlockedTopicsRepository],
})
export class BlockedTopicsModule {}

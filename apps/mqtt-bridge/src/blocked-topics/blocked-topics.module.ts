import { Module } from '@nestjs/common';
import { BlockedTopics } from './blocked-topics.ts';

@Module({ providers: [BlockedTopics], exports: [BlockedTopics] })
export class BlockedTopicsModule {}

import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.ts';
import { LiveFeed } from './live-feed.ts';
import { LiveRoute } from './live-route.ts';

@Module({ imports: [AccessModule], providers: [LiveFeed, LiveRoute], exports: [LiveFeed, LiveRoute] })
export class LiveModule {}

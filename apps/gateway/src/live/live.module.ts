import { Module } from '@nestjs/common';
import { LiveFeed } from './live-feed.ts';
import { LiveRoute } from './live-route.ts';

@Module({ providers: [LiveFeed, LiveRoute], exports: [LiveFeed, LiveRoute] })
export class LiveModule {}

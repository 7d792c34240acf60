import { Module } from '@nestjs/common';
import { RejectionsConsumer } from './rejections.consumer.ts';
import { RejectionsRepository } from './rejections.repository.ts';

@Module({ providers: [RejectionsConsumer, RejectionsRepository] })
export class RejectionsModule {}

import { Module } from '@nestjs/common';
import { Days } from './days.ts';
import { LatestRepository } from './latest.repository.ts';
import { LatestService } from './latest.service.ts';

@Module({ providers: [Days, LatestRepository, LatestService], exports: [Days, LatestService] })
export class LatestModule {}

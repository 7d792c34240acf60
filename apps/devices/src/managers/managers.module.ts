import { Module } from '@nestjs/common';
import { ManagersService } from './managers.service.ts';

@Module({ providers: [ManagersService], exports: [ManagersService] })
export class ManagersModule {}

import { Module } from '@nestjs/common';
import { PresenceRepository } from './presence.repository.ts';
import { PresenceService } from './presence.service.ts';

@Module({ providers: [PresenceRepository, PresenceService], exports: [PresenceService] })
export class PresenceModule {}

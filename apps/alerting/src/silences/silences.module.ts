import { Module } from '@nestjs/common';
import { AlertLogModule } from '../alert-log/alert-log.module.ts';
import { SilencesRepository } from './silences.repository.ts';
import { SilencesService } from './silences.service.ts';

@Module({
  imports: [AlertLogModule],
  providers: [SilencesRepository, SilencesService],
  exports: [SilencesService],
})
export class SilencesModule {}

import { Module } from '@nestjs/common';
import { AlertLogModule } from '../alert-log/alert-log.module.ts';
import { AlertsModule } from '../alerts/alerts.module.ts';
import { TracesHandler } from './traces.handler.ts';
import { TracesService } from './traces.service.ts';

@Module({
  imports: [AlertLogModule, AlertsModule],
  controllers: [TracesHandler],
  providers: [TracesService],
})
export class TracesModule {}

import { Module } from '@nestjs/common';

/** Reports and exports, not built yet: a process with its own database, health and metrics. */
@Module({})
export class ReportingModule {}

import { Module } from '@nestjs/common';

/** The place of reports and exports: a process with a database of its own, health and metrics. */
@Module({})
export class ReportingModule {}

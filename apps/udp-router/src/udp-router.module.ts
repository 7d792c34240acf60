import { Module } from '@nestjs/common';
import { IntakeModule } from './intake/intake.module.ts';

/** The UDP side of Telemon: datagrams of registered devices become messages of `telemetry.raw`. */
@Module({ imports: [IntakeModule] })
export class UdpRouterModule {}

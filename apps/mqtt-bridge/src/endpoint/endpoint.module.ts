import { Module } from '@nestjs/common';
import { CredentialsModule } from '../credentials/credentials.module.ts';
import { IntakeModule } from '../intake/intake.module.ts';
import { Endpoint } from './endpoint.ts';

@Module({ imports: [CredentialsModule, IntakeModule], providers: [Endpoint] })
export class EndpointModule {}

import { Module } from '@nestjs/common';
import { MessagesModule } from '../messages/messages.module.ts';
import { SmsEndpoint } from './sms-endpoint.ts';

@Module({ imports: [MessagesModule], providers: [SmsEndpoint], exports: [SmsEndpoint] })
export class SmsModule {}

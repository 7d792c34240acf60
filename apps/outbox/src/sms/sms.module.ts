import { Module } from '@nestjs/common';
import { MessagesModule } from '../messages/messages.module.ts';
import { DeliveryReports } from './delivery-reports.ts';
import { SmsEndpoint } from './sms-endpoint.ts';

@Module({ imports: [MessagesModule], providers: [DeliveryReports, SmsEndpoint], exports: [SmsEndpoint] })
export class SmsModule {}

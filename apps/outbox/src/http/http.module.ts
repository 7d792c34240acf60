import { Module } from '@nestjs/common';
import { MessagesModule } from '../messages/messages.module.ts';
import { SmsModule } from '../sms/sms.module.ts';
import { Attachments } from './attachments.ts';
import { HttpServer } from './http-server.ts';

@Module({ imports: [MessagesModule, SmsModule], providers: [Attachments, HttpServer], exports: [HttpServer] })
export class HttpModule {}

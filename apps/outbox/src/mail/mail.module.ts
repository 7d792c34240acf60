import { Module } from '@nestjs/common';
import { MessagesModule } from '../messages/messages.module.ts';
import { MailServer } from './mail-server.ts';

@Module({ imports: [MessagesModule], providers: [MailServer], exports: [MailServer] })
export class MailModule {}

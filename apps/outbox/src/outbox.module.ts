import { Module } from '@nestjs/common';
import { HttpModule } from './http/http.module.ts';
import { MailModule } from './mail/mail.module.ts';
import { MessagesModule } from './messages/messages.module.ts';

/** Takes the SMS and e-mail of a machine without providers, over the providers' own protocols, and shows them. */
@Module({ imports: [MessagesModule, MailModule, HttpModule] })
export class OutboxModule {}

import { Inject, Injectable } from '@nestjs/common';
import { MailClient } from '@telemon/platform/mail/mail-client';
import { CONFIG } from '@telemon/platform/platform.module';
import type { AlertingVariables } from '../../config.ts';
import { type Message, NoticeSender, SEND_TIMEOUT_MS, type SendOutcome } from './notice-sender.ts';

/** Hands e-mails to a mail server. */
@Injectable()
export class EmailSender extends NoticeSender {
  private readonly client: MailClient;

  constructor(@Inject(CONFIG) config: AlertingVariables) {
    super();
    this.client = new MailClient(config, { atOnce: config.EMAILS_AT_ONCE, timeoutMs: SEND_TIMEOUT_MS });
  }

  send({ id, to, subject, text, html }: Message): Promise<SendOutcome> {
    return this.client.send({ id, to, subject, text, html });
  }

  override close(): void {
    this.client.close();
  }
}

import { Inject, Injectable } from '@nestjs/common';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { logger } from '@telemon/platform/logging';
import { CONFIG } from '@telemon/platform/platform.module';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import type { OutboxVariables } from '../config.ts';
import { MessagesService } from '../messages/messages.service.ts';
import { readMail } from './read-mail.ts';

const MAIL_MAX_BYTES = 25 * 1_048_576;
/** Each of them may hold a whole mail in memory. */
const MOST_CLIENTS = 50;
const IDLE_MS = 60_000;
const CLOSE_WITHIN_MS = 1_000;

type Done = (error: Error | null, text?: string) => void;

/** A refusal in SMTP: 4xx, try again later; 5xx, never. */
class SmtpRefusal extends Error {
  constructor(
    readonly responseCode: number,
    message: string,
  ) {
    super(message);
  }
}

/** A mail server that takes every mail to any recipient, and acknowledges it once it is stored. */
@Injectable()
export class MailServer {
  private readonly server: SMTPServer;

  constructor(
    @Inject(CONFIG) private readonly config: OutboxVariables,
    private readonly messages: MessagesService,
    lifecycle: Lifecycle,
  ) {
    this.server = new SMTPServer({
      banner: 'Telemon outbox',
      disabledCommands: ['STARTTLS'],
      hideSTARTTLS: true,
      disableReverseLookup: true,
      authOptional: true,
      allowInsecureAuth: true,
      onAuth: ({ username }, _session, done) => done(null, { user: username || 'anyone' }),
      onData: (stream, session, done) => void this.answer(stream, session, done),
      size: MAIL_MAX_BYTES,
      maxClients: MOST_CLIENTS,
      socketTimeout: IDLE_MS,
      closeTimeout: CLOSE_WITHIN_MS,
      logger: false,
    });
    this.server.on('error', (error) => logger.warn({ reason: error.message }, 'mail connection failed'));
    lifecycle.onStart(() => this.start());
    lifecycle.onStop(() => new Promise<void>((resolve) => this.server.close(resolve)));
  }

  /** The port that it listens on. */
  get port(): number {
    return (this.server.server.address() as AddressInfo).port;
  }

  private start(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.server.server.once('error', reject);
      this.server.listen(this.config.SMTP_PORT, this.config.HOST, resolve);
    });
  }

  private async answer(stream: SMTPServerDataStream, session: SMTPServerSession, done: Done): Promise<void> {
    try {
      const id = await this.take(stream, session);
      done(null, `Kept as ${id}`);
    } catch (error) {
      done(error as Error);
    }
  }

  private async take(stream: SMTPServerDataStream, { envelope }: SMTPServerSession): Promise<string> {
    const chunks: Buffer[] = [];
    // A mail that is too large is read to its end, because SMTP answers only there, but not kept.
    for await (const chunk of stream) if (!stream.sizeExceeded) chunks.push(chunk as Buffer);
    if (stream.sizeExceeded) throw new SmtpRefusal(552, 'The mail is larger than 25 MB');
    const mail = await readMail(Buffer.concat(chunks));
    const from = envelope.mailFrom ? envelope.mailFrom.address : '';
    const to = envelope.rcptTo.map(({ address }) => address).join(', ');
    try {
      return (await this.messages.keep({ ...mail, kind: 'email', from, to }))._id;
    } catch (error) {
      logger.warn({ reason: (error as Error).message }, 'mail not kept');
      throw new SmtpRefusal(451, 'The mail cannot be kept right now');
    }
  }
}

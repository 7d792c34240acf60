import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@telemon/platform/platform.module';
import type { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import type { AlertingVariables } from '../../config.ts';
import { oneLine } from '../plain-text.ts';
import { type Message, type Outcome, SEND_TIMEOUT_MS, Sender } from './sender.ts';

/** Shorter than any server waits, so that a connection isn't closed under a message. */
const IDLE_TIMEOUT_MS = 20_000;
const ONE_MAILBOX = /^[^\s@,;:<>()[\]"\\]+@[^\s@,;:<>()[\]"\\]+$/;

interface MailError extends Error {
  code?: string;
  responseCode?: number;
  response?: string;
  /** True where the server will refuse the same message again. */
  permanent?: boolean;
}

const reasonOf = ({ code, responseCode, response, message }: MailError): string => {
  if (code === 'EAUTH' || code === 'ENOAUTH') return 'The mail server does not accept the login of Telemon';
  if (responseCode !== undefined) return `The mail server answered: ${oneLine(response ?? message, 200)}`;
  if (code === 'EDNS') return 'The mail server’s name cannot be resolved';
  if (code === 'ETLS') return 'No secure connection to the mail server could be made';
  if (code === 'ETIMEDOUT') return 'The mail server did not answer in time';
  return 'The connection to the mail server failed';
};

/** Hands e-mails to a mail server. */
@Injectable()
export class EmailSender extends Sender {
  private readonly transport;
  /** The bodies of messages under way: whether one was begun to be read tells whether it may have arrived. */
  private readonly bodies = new Map<string, Readable>();

  constructor(@Inject(CONFIG) private readonly config: AlertingVariables) {
    super();
    this.transport = createTransport({
      url: config.SMTP_URL,
      pool: true,
      maxConnections: config.EMAILS_AT_ONCE,
      maxMessages: 1_000,
      idleTimeout: IDLE_TIMEOUT_MS,
      // A message is sent again by us alone, who then say so in it.
      maxRequeues: 0,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: SEND_TIMEOUT_MS - 10_000,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    this.transport.use('stream', ({ message }, done) => {
      const create = message.createReadStream.bind(message);
      message.createReadStream = (options) => {
        const body = create(options);
        this.bodies.set(message.messageId(), body);
        return body;
      };
      done();
    });
  }

  async send({ id, to, subject, text, html }: Message): Promise<Outcome> {
    if (!ONE_MAILBOX.test(to)) return { kind: 'refused', reason: 'This is not an e-mail address' };
    const { name, address } = this.config.SMTP_FROM;
    const messageId = `<${id}@${address.slice(address.lastIndexOf('@') + 1)}>`;
    try {
      await this.transport.sendMail({
        messageId,
        from: { name, address },
        to: { name: '', address: to },
        envelope: { from: address, to: [to] },
        subject: oneLine(subject, 150),
        text,
        html,
        headers: { 'Auto-Submitted': 'auto-generated' },
        signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
      });
      return { kind: 'sent' };
    } catch (error) {
      return this.outcomeOf(error as MailError, messageId);
    } finally {
      this.bodies.delete(messageId);
    }
  }

  private outcomeOf(error: MailError, messageId: string): Outcome {
    const { code, responseCode, permanent } = error;
    const reason = reasonOf(error);
    // A refused login is ours to mend, and says nothing against this message.
    if (permanent && code !== 'EAUTH') return { kind: 'refused', reason };
    const wasAnswered = responseCode !== undefined;
    const wasBegun = this.bodies.get(messageId)?.readableDidRead === true;
    return { kind: 'failed', reason, mayHaveArrived: wasBegun && !wasAnswered };
  }

  override close(): void {
    this.transport.close();
  }
}

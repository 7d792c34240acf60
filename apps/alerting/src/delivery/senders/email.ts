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

/** Said to a sender who has to sign in first. */
const LOGIN_WANTED = 530;
/** A message is taken with 250; others of 2yz mean the same, but for those of x2x, which are about the connection. */
const TAKEN = /^2[013-9]\d(?:[ -]|$)/;

interface MailError extends Error {
  code?: string;
  /** The command that the server answered. */
  command?: string;
  responseCode?: number;
  response?: string;
  /** True where the server will refuse the same message again. */
  permanent?: boolean;
}

/** The outcome that nodemailer gives back where the server said nothing against the message. */
interface Handed {
  response: string;
  accepted: readonly unknown[];
  rejectedErrors?: readonly MailError[] | undefined;
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
      const handed = await this.transport.sendMail({
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
      return this.outcomeOfHanded(handed, messageId);
    } catch (error) {
      return this.outcomeOf(error as MailError, messageId);
    } finally {
      this.bodies.delete(messageId);
    }
  }

  private outcomeOfHanded({ response, accepted, rejectedErrors }: Handed, messageId: string): Outcome {
    // A server may take the message, and then refuse it for the one whom it is for.
    const [rejected] = rejectedErrors ?? [];
    if (rejected) return this.outcomeOf(rejected, messageId);
    if (accepted.length > 0 && TAKEN.test(response)) return { kind: 'sent' };
    const reason = `The mail server answered: ${oneLine(response, 200)}`;
    return { kind: 'failed', reason, mayHaveArrived: true };
  }

  private outcomeOf(error: MailError, messageId: string): Outcome {
    const { code, command, responseCode, permanent } = error;
    const reason = reasonOf(error);
    // Refusing greeting, login or sender is between the server and us, and says nothing against this message.
    const isAboutMessage = (command === 'RCPT TO' || code === 'EMESSAGE') && responseCode !== LOGIN_WANTED;
    if (permanent && isAboutMessage) return { kind: 'refused', reason };
    const wasRefused = responseCode !== undefined && responseCode >= 400;
    const wasBegun = this.bodies.get(messageId)?.readableDidRead === true;
    return { kind: 'failed', reason, mayHaveArrived: wasBegun && !wasRefused };
  }

  override close(): void {
    this.transport.close();
  }
}

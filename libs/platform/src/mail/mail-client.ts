import type { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import type { MailVariables } from '../config.ts';
import { oneLine } from '../plain-text.ts';
import { inBlocks } from './in-blocks.ts';

export interface Mail {
  /** The Message-ID is made of it, so that all copies of a message have one. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments?: readonly { fileName: string; contentType: string; content: Buffer }[];
}

/** The result of handing a message to the mail server. */
export type MailOutcome =
  | { kind: 'sent' }
  /** Permanent: every further attempt would be refused, too. */
  | {
      kind: 'refused';
      reason: string;
      /** True if a smaller message may be taken. */
      isTooLarge?: boolean;
    }
  /** Temporary: to be retried. */
  | {
      kind: 'failed';
      reason: string;
      /** True if it is unknown whether the server accepted it. */
      mayHaveArrived: boolean;
      /** True if the server put off this recipient alone: it takes the messages of others. */
      isOfRecipient?: boolean;
    };

interface MailOptions {
  /** Most messages at the same time, each over its own connection. */
  readonly atOnce: number;
  /** How long one message may take, ms; a server that says nothing has 10 s less. */
  readonly timeoutMs: number;
}

/** Shorter than any server's idle timeout, so that no server closes a connection during a message. */
const IDLE_TIMEOUT_MS = 20_000;
const ONE_MAILBOX = /^[^\s@,;:<>()[\]"\\]+@[^\s@,;:<>()[\]"\\]+$/;

/** Reply code: authentication required. */
const LOGIN_WANTED = 530;
/** Replies about the size of a message: exceeded storage (552), and the enhanced codes of one that is too long or too big. */
const TOO_LARGE = /^5(?:52|\d\d[ -]5\.(?:2\.3|3\.4))(?:[ -]|$)/;
/** Replies that accept a message: 250, and other 2yz except x2x, which are about the connection. */
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

/** The result of nodemailer's `sendMail` when it does not throw. */
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
export class MailClient {
  private readonly transport;
  /** The bodies of messages under way. A message may have arrived once nodemailer has begun to read its body. */
  private readonly bodies = new Map<string, Readable>();

  constructor(
    private readonly config: Pick<MailVariables, 'SMTP_URL' | 'SMTP_FROM'>,
    private readonly options: MailOptions,
  ) {
    this.transport = createTransport({
      url: config.SMTP_URL,
      pool: true,
      maxConnections: options.atOnce,
      maxMessages: 1_000,
      idleTimeout: IDLE_TIMEOUT_MS,
      // Only our own retry sends a message again, because it adds the note about a second copy.
      maxRequeues: 0,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: options.timeoutMs - 10_000,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    this.transport.use('stream', ({ message }, done) => {
      const create = message.createReadStream.bind(message);
      message.createReadStream = (how) => {
        const body = inBlocks(create(how));
        this.bodies.set(message.messageId(), body);
        return body;
      };
      done();
    });
  }

  /** Never throws: an error is an outcome, too. */
  async send({ id, to, subject, text, html, attachments = [] }: Mail): Promise<MailOutcome> {
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
        attachments: attachments.map(({ fileName, ...rest }) => ({ filename: fileName, ...rest })),
        headers: { 'Auto-Submitted': 'auto-generated' },
        signal: AbortSignal.timeout(this.options.timeoutMs),
      });
      return this.outcomeOfHanded(handed, messageId);
    } catch (error) {
      return this.outcomeOf(error as MailError, messageId);
    } finally {
      this.bodies.delete(messageId);
    }
  }

  private outcomeOfHanded({ response, accepted, rejectedErrors }: Handed, messageId: string): MailOutcome {
    // An LMTP server may accept the message, and then refuse it for its recipient.
    const [rejected] = rejectedErrors ?? [];
    if (rejected) return this.outcomeOf(rejected, messageId);
    if (accepted.length > 0 && TAKEN.test(response)) return { kind: 'sent' };
    const reason = `The mail server answered: ${oneLine(response, 200)}`;
    return { kind: 'failed', reason, mayHaveArrived: true };
  }

  private outcomeOf(error: MailError, messageId: string): MailOutcome {
    const { code, command, responseCode, response, permanent } = error;
    const reason = reasonOf(error);
    // A refusal of greeting, login or sender is about our account, not about this message.
    const isOfRecipient =
      command === 'RCPT TO' && responseCode !== undefined && responseCode !== LOGIN_WANTED;
    const isAboutMessage = isOfRecipient || (code === 'EMESSAGE' && responseCode !== LOGIN_WANTED);
    if (permanent && isAboutMessage)
      return { kind: 'refused', reason, ...(TOO_LARGE.test(response ?? '') && { isTooLarge: true }) };
    const wasRefused = responseCode !== undefined && responseCode >= 400;
    const wasBegun = this.bodies.get(messageId)?.readableDidRead === true;
    return { kind: 'failed', reason, mayHaveArrived: wasBegun && !wasRefused, isOfRecipient };
  }

  close(): void {
    this.transport.close();
  }
}

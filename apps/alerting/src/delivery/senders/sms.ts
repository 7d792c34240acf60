import { Inject, Injectable } from '@nestjs/common';
import { HOUR_MS } from '@telemon/contracts/durations';
import { logger } from '@telemon/platform/logging';
import { oneLine } from '@telemon/platform/plain-text';
import { CONFIG } from '@telemon/platform/platform.module';
import twilio from 'twilio';
import type { AlertingVariables } from '../../config.ts';
import { type Message, NoticeSender, SEND_TIMEOUT_MS, type SendOutcome } from './notice-sender.ts';
import { ForeignAnswer, NoAnswer, TwilioHttp, TwilioRefusal } from './twilio-http.ts';
import { NOT_SENT, wordsOfCode } from './twilio-words.ts';

/** Error code: Twilio cannot report to the address, because it is not public or not valid. */
const CANNOT_REPORT = 21_609;
/** How long SMS are then sent without one, ms. */
const UNREPORTED_MS = HOUR_MS;

/** Error codes about the account, not the message: its queue is full, it is suspended. */
const OF_ACCOUNT: ReadonlySet<unknown> = new Set([30_001, 30_002]);

const notTwilios = (status: number): string => `The answer was not Twilio’s (HTTP ${status})`;

/** The delay in a Retry-After header (seconds or a date), ms. */
const waitAskedFor = (retryAfter: string | undefined): number => {
  if (!retryAfter) return 0;
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1_000 : Date.parse(retryAfter) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : 0;
};

const refusalOutcome = ({ status, body, retryAfter }: TwilioRefusal): SendOutcome => {
  // A provider may have forwarded the message, or begun to, before it answers with such a status.
  const mayHaveArrived = status === 408 || status >= 500;
  const failed = (reason: string): SendOutcome => ({
    kind: 'failed',
    reason,
    retryAfterMs: waitAskedFor(retryAfter),
    mayHaveArrived,
  });
  if (status === 401 || status === 403) return failed('Twilio does not accept the login of Telemon');
  if (status === 425 || status === 429) return failed('Twilio asks to send more slowly');
  if (status < 400 || mayHaveArrived) return failed(`Twilio has a fault (HTTP ${status})`);
  const code = typeof body.code === 'number' ? body.code : null;
  // A refusal of Twilio has a code. Without one a proxy answered, and the next attempt may reach Twilio.
  if (code === null) return failed(notTwilios(status));
  const said = typeof body.message === 'string' ? oneLine(body.message, 200) : `HTTP ${status}`;
  return { kind: 'refused', reason: wordsOfCode(code) ?? `Twilio refused it: ${said} (${code})` };
};

/** Twilio's answer to an accepted message. */
interface Taken {
  sid: string;
  status?: string | undefined;
  errorCode?: number | null | undefined;
  errorMessage?: string | null | undefined;
}

/** Twilio answers 2xx even if it knows already that it won't send the message. */
const outcomeOf = ({ sid, status, errorCode, errorMessage }: Taken): SendOutcome => {
  if (!NOT_SENT.has(status)) return { kind: 'sent', sid };
  const code = errorCode || null;
  const said = `${oneLine(errorMessage || String(status), 200)}${code ? ` (${code})` : ''}`;
  const reason = wordsOfCode(code) ?? `Twilio could not send it: ${said}`;
  return OF_ACCOUNT.has(code)
    ? { kind: 'failed', reason, mayHaveArrived: false }
    : { kind: 'refused', reason };
};

/** Hands SMS to Twilio. */
@Injectable()
export class SmsSender extends NoticeSender {
  private readonly http: TwilioHttp;
  private readonly client;
  /** On the clock of `performance`. */
  private reportedFrom = 0;

  constructor(@Inject(CONFIG) private readonly config: AlertingVariables) {
    super();
    const { TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_API_URL, SMS_AT_ONCE } = config;
    this.http = new TwilioHttp(TWILIO_API_URL.replace(/\/+$/, ''), {
      timeoutMs: SEND_TIMEOUT_MS,
      maxSockets: SMS_AT_ONCE,
    });
    this.client = twilio(TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, { httpClient: this.http as never });
  }

  async send(message: Message): Promise<SendOutcome> {
    const { to, text: body, reportTo } = message;
    const from = this.config.TWILIO_FROM;
    const sender = from.startsWith('MG') ? { messagingServiceSid: from } : { from };
    const isReported = reportTo !== undefined && performance.now() >= this.reportedFrom;
    try {
      const asked = { to, body, ...sender, ...(isReported && { statusCallback: reportTo }) };
      return outcomeOf(await this.client.messages.create(asked));
    } catch (error) {
      if (isReported && error instanceof TwilioRefusal && error.body.code === CANNOT_REPORT) {
        this.reportedFrom = performance.now() + UNREPORTED_MS;
        logger.warn('Twilio cannot report to PUBLIC_URL: SMS are shown as sent, not as delivered');
        return this.send(message);
      }
      if (error instanceof ForeignAnswer) {
        return { kind: 'failed', reason: notTwilios(error.status), mayHaveArrived: true };
      }
      if (error instanceof TwilioRefusal) return refusalOutcome(error);
      const { wasHandedOver, isTimeout } =
        error instanceof NoAnswer ? error : new NoAnswer(true, false, error);
      const reason = isTimeout ? 'Twilio did not answer in time' : 'The connection to Twilio failed';
      return { kind: 'failed', reason, mayHaveArrived: wasHandedOver };
    }
  }

  override close(): void {
    this.http.close();
  }
}

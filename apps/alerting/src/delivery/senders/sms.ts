import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@telemon/platform/platform.module';
import twilio from 'twilio';
import type { AlertingVariables } from '../../config.ts';
import { oneLine } from '../plain-text.ts';
import { type Message, type Outcome, SEND_TIMEOUT_MS, Sender } from './sender.ts';
import { NoAnswer, TwilioHttp, TwilioRefusal } from './twilio-http.ts';

/** Twilio refuses longer texts. */
const LONGEST_TEXT = 1_600;

/** What Twilio's most frequent refusals mean to the person who reads the alert log. */
const WORDS_OF_CODE: Record<number, string> = {
  21_211: 'This is not a phone number that can get SMS',
  21_214: 'This phone number cannot be reached',
  21_217: 'This is not a phone number that can get SMS',
  21_408: 'SMS to this country are not switched on in the Twilio account',
  21_606: 'The Twilio account may not send from its number to this one',
  21_608: 'The Twilio account is a trial and may not send to this number',
  21_610: 'The recipient has unsubscribed by answering STOP',
  21_612: 'This phone number cannot be reached from the Twilio account’s number',
  21_614: 'This is not a mobile phone number',
  21_617: 'The message is too long for an SMS',
};

/** A Retry-After header: seconds, or a date. */
const waitAskedFor = (retryAfter: string | undefined): number => {
  if (!retryAfter) return 0;
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1_000 : Date.parse(retryAfter) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : 0;
};

const refusalOutcome = ({ status, body, retryAfter }: TwilioRefusal): Outcome => {
  const failed = (reason: string): Outcome => ({
    kind: 'failed',
    reason,
    retryAfterMs: waitAskedFor(retryAfter),
    mayHaveArrived: false,
  });
  if (status === 401 || status === 403) return failed('Twilio does not accept the login of Telemon');
  if (status === 408 || status === 425 || status === 429) return failed('Twilio asks to send more slowly');
  if (status < 400 || status >= 500) return failed(`Twilio has a fault (HTTP ${status})`);
  const code = typeof body.code === 'number' ? body.code : null;
  const said = typeof body.message === 'string' ? oneLine(body.message, 200) : `HTTP ${status}`;
  return {
    kind: 'refused',
    reason: (code !== null && WORDS_OF_CODE[code]) || `Twilio refused it: ${said}${code ? ` (${code})` : ''}`,
  };
};

/** Hands SMS to Twilio. */
@Injectable()
export class SmsSender extends Sender {
  private readonly http: TwilioHttp;
  private readonly client;

  constructor(@Inject(CONFIG) private readonly config: AlertingVariables) {
    super();
    const { TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_API_URL, SMS_AT_ONCE } = config;
    this.http = new TwilioHttp(TWILIO_API_URL.replace(/\/+$/, ''), {
      timeoutMs: SEND_TIMEOUT_MS,
      maxSockets: SMS_AT_ONCE,
    });
    this.client = twilio(TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, { httpClient: this.http as never });
  }

  async send({ to, text }: Message): Promise<Outcome> {
    const from = this.config.TWILIO_FROM;
    const sender = from.startsWith('MG') ? { messagingServiceSid: from } : { from };
    try {
      await this.client.messages.create({ to, body: text.slice(0, LONGEST_TEXT).toWellFormed(), ...sender });
      return { kind: 'sent' };
    } catch (error) {
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

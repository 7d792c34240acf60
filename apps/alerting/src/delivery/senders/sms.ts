import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@telemon/platform/platform.module';
import twilio from 'twilio';
import RequestClient from 'twilio/lib/base/RequestClient.js';
import type { AlertingVariables } from '../../config.ts';
import { oneLine } from '../plain-text.ts';
import { type Message, type Outcome, SEND_TIMEOUT_MS, Sender } from './sender.ts';

/** Twilio refuses longer texts. */
const LONGEST_TEXT = 1_600;

/** What Twilio's most frequent refusals mean to the person who reads the alert log. */
const WORDS_OF_CODE: Record<number, string> = {
  21_211: 'This is not a phone number that can get SMS',
  21_214: 'This phone number can not be reached',
  21_217: 'This is not a phone number that can get SMS',
  21_408: 'SMS to this country are not switched on in the Twilio account',
  21_606: 'The Twilio account may not send from its number to this one',
  21_608: 'The Twilio account is a trial and may not send to this number',
  21_610: 'The recipient has unsubscribed by answering STOP',
  21_612: 'This phone number can not be reached from the Twilio account’s number',
  21_614: 'This is not a mobile phone number',
  21_617: 'The message is too long for an SMS',
};

/** Errors of a connection that never came about: nothing can have been sent. */
const NOT_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

class TwilioRefusal extends Error {
  constructor(
    readonly status: number,
    readonly body: { code?: unknown; message?: unknown } | undefined,
    readonly retryAfter: string | undefined,
  ) {
    super(`HTTP ${status}`);
  }
}

/** Twilio's own HTTP client, calling another base address, and keeping what Twilio says of waiting. */
class ApiClient extends RequestClient {
  constructor(
    private readonly baseUrl: string,
    options: { timeout: number; maxSockets: number },
  ) {
    super(options);
  }

  override async request<TData>(options: RequestClient.RequestOptions<TData>) {
    const { pathname, search } = new URL(options.uri);
    const uri = `${this.baseUrl}${pathname}${search}`;
    const response = await super.request<TData>({ ...options, uri });
    const { statusCode, body, headers } = response;
    if (statusCode >= 400) throw new TwilioRefusal(statusCode, body as never, headers?.['retry-after']);
    return response;
  }
}

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
  if (status >= 500) return failed(`Twilio has a fault (HTTP ${status})`);
  const code = typeof body?.code === 'number' ? body.code : null;
  const said = typeof body?.message === 'string' ? oneLine(body.message, 200) : `HTTP ${status}`;
  return {
    kind: 'refused',
    reason: (code !== null && WORDS_OF_CODE[code]) || `Twilio refused it: ${said}${code ? ` (${code})` : ''}`,
  };
};

/** Hands SMS to Twilio. */
@Injectable()
export class SmsSender extends Sender {
  private readonly client;

  constructor(@Inject(CONFIG) private readonly config: AlertingVariables) {
    super();
    const { TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_API_URL, SMS_AT_ONCE } = config;
    const baseUrl = TWILIO_API_URL.replace(/\/+$/, '');
    this.client = twilio(TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, {
      httpClient: new ApiClient(baseUrl, { timeout: SEND_TIMEOUT_MS, maxSockets: SMS_AT_ONCE }),
    });
  }

  async send({ to, text }: Message): Promise<Outcome> {
    const from = this.config.TWILIO_FROM;
    const sender = from.startsWith('MG') ? { messagingServiceSid: from } : { from };
    try {
      await this.client.messages.create({ to, body: text.slice(0, LONGEST_TEXT).toWellFormed(), ...sender });
      return { kind: 'sent' };
    } catch (error) {
      if (error instanceof TwilioRefusal) return refusalOutcome(error);
      const code = String((error as { code?: unknown }).code);
      const reason =
        code === 'ECONNABORTED' || code === 'ETIMEDOUT'
          ? 'Twilio did not answer in time'
          : 'The connection to Twilio failed';
      return { kind: 'failed', reason, mayHaveArrived: !NOT_CONNECTED.has(code) };
    }
  }
}

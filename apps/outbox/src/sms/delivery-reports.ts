import { Injectable } from '@nestjs/common';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { logger } from '@telemon/platform/logging';
import { createHmac } from 'node:crypto';
import type { MessageDocument } from '../messages/message.ts';

/** Reports under way at once, so that many SMS don't hold up other calls of the receiver. */
const AT_ONCE = 4;
/** Further ones are left out; Twilio promises no report either. */
const MOST_WAITING = 10_000;
const WITHIN_MS = 5_000;

/** The statuses that Twilio reports of an SMS that arrives, in this order. */
const STATUSES = ['sent', 'delivered'];

/** Whom to report an SMS to, and the account that sent it. */
interface Reported {
  readonly address: string;
  readonly account: string;
  /** The account's auth token, which signs. */
  readonly token: string;
  readonly message: Pick<MessageDocument, 'sid' | 'from' | 'to'>;
}

/** Twilio's signature (`X-Twilio-Signature`) of a form that is sent to an address. */
const signatureOf = ({ address, token }: Reported, form: Readonly<Record<string, string>>): string => {
  const fields = Object.entries(form).sort(([one], [other]) => (one < other ? -1 : 1));
  return createHmac('sha1', token)
    .update(address + fields.map(([name, value]) => name + value).join(''))
    .digest('base64');
};

const formOf = ({ account, message: { sid, from, to } }: Reported, status: string) => ({
  AccountSid: account,
  ApiVersion: '2010-04-01',
  From: from,
  MessageSid: sid,
  MessageStatus: status,
  SmsSid: sid,
  SmsStatus: status,
  To: to,
});

/** Reports each SMS as sent and as delivered, as Twilio does: once, without a retry. */
@Injectable()
export class DeliveryReports {
  private readonly waiting: Reported[] = [];
  private readonly stopping = new AbortController();
  private underWay = 0;

  constructor(lifecycle: Lifecycle) {
    lifecycle.onStop(() => this.stopping.abort());
  }

  begin(reported: Reported): void {
    if (this.waiting.length < MOST_WAITING) this.waiting.push(reported);
    this.next();
  }

  private next(): void {
    if (this.underWay >= AT_ONCE || this.stopping.signal.aborted) return;
    const reported = this.waiting.shift();
    if (!reported) return;
    this.underWay++;
    void this.report(reported).finally(() => {
      this.underWay--;
      this.next();
    });
  }

  private async report(reported: Reported): Promise<void> {
    try {
      for (const status of STATUSES) await this.post(reported, formOf(reported, status));
    } catch (error) {
      logger.debug({ reason: (error as Error).message }, 'SMS not reported');
    }
  }

  private async post(reported: Reported, form: Readonly<Record<string, string>>): Promise<void> {
    const answer = await fetch(reported.address, {
      method: 'POST',
      body: new URLSearchParams(form),
      headers: { 'x-twilio-signature': signatureOf(reported, form) },
      redirect: 'error',
      signal: AbortSignal.any([AbortSignal.timeout(WITHIN_MS), this.stopping.signal]),
    });
    await answer.body?.cancel();
  }
}

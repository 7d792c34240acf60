import { Inject, Injectable } from '@nestjs/common';
import { type deliveryReports, twilioReportPath } from '@telemon/contracts/alerting/delivery-reports';
import type { RequestOf } from '@telemon/contracts/call';
import { defineError } from '@telemon/platform/errors';
import { CONFIG } from '@telemon/platform/platform.module';
import { publicAddress } from '@telemon/platform/public-address';
import twilio from 'twilio';
import type { AlertingVariables } from '../../config.ts';
import { noticesByOutcome } from '../delivery.metrics.ts';
import type { DeliveryReport } from '../notice-changes.ts';
import { NoticeNews } from '../notice-news.ts';
import { NoticesRepository } from '../notices.repository.ts';
import { NOT_SENT, wordsOfCode } from '../senders/twilio-words.ts';

const notTwilios = defineError(
  'NotTwilios',
  'forbidden',
  () => 'The signature of this report is not Twilio’s',
);

/** Takes Twilio's reports whether SMS of alerts were delivered. */
@Injectable()
export class TwilioReports {
  constructor(
    private readonly repository: NoticesRepository,
    private readonly news: NoticeNews,
    @Inject(CONFIG) private readonly config: AlertingVariables,
  ) {}

  /**
   * Writes down whether an SMS was delivered. A report about a notice that is unknown or that it does not change is answered alike.
   * @throws if Twilio did not sign the report
   */
  async take({ noticeId, signature, form }: RequestOf<typeof deliveryReports.twilio>): Promise<null> {
    const address = publicAddress(this.config.PUBLIC_URL, twilioReportPath(noticeId));
    const fields = Object.fromEntries(new URLSearchParams(form));
    if (!twilio.validateRequest(this.config.TWILIO_AUTH_TOKEN, signature, address, fields)) {
      throw notTwilios();
    }
    const report = reportIn(fields);
    const notice = report && (await this.repository.report(noticeId, report));
    if (notice && notice.state !== 'queued') {
      noticesByOutcome.inc({ channel: 'sms', outcome: notice.state });
      await this.news.tell(notice);
    }
    return null;
  }
}

/** The report in Twilio's fields; null for a status on the way to the recipient. */
const reportIn = (fields: Readonly<Record<string, string>>): DeliveryReport | null => {
  const { MessageSid: sid = '', MessageStatus: status = '', ErrorCode: code } = fields;
  if (status === 'delivered') return { state: 'delivered' };
  if (!NOT_SENT.has(status)) return null;
  const said = code ? `${status} (${code})` : status;
  const reason = wordsOfCode(Number(code)) ?? `Twilio could not deliver it: ${said}`;
  return { state: 'failed', sid, reason };
};

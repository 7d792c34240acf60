import { z } from 'zod';
import { call } from '../call.ts';
import { Id } from '../fields.ts';

/** Larger than any report of Twilio, bytes. */
export const REPORT_MAX_BYTES = 16_384;

/** The path to which Twilio reports about the SMS of a notice, below the public address. */
export const twilioReportPath = (noticeId: string): string => `/v1/delivery/twilio/${noticeId}`;

export const deliveryReports = {
  /** The outcome of an SMS. The signature covers the form, as it came, and the address that it came to. */
  twilio: call(
    'alerting.delivery-reports.twilio',
    z.strictObject({
      noticeId: Id,
      signature: z.string().max(200),
      form: z.string().max(REPORT_MAX_BYTES),
    }),
    z.null(),
  ),
};

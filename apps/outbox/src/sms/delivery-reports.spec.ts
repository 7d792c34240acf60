import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { until } from '@telemon/testing/waiting';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import twilio from 'twilio';
import { ACCOUNT, GivenOutbox } from '../../testing/given-outbox.ts';

let outbox: GivenOutbox;
beforeAll(async () => {
  outbox = await GivenOutbox.start();
});
afterAll(() => outbox.stop());

it('An SMS is reported as sent and as delivered, signed as Twilio does', async () => {
  const reports: { form: Record<string, string>; signature: string }[] = [];
  const receiver = createServer((request, response) => {
    void text(request).then((body) => {
      const form = Object.fromEntries(new URLSearchParams(body));
      reports.push({ form, signature: String(request.headers['x-twilio-signature']) });
      response.end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const statusCallback = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/reports/n1`;
  const sms = { to: '+15005550001', from: '+15005550006', body: 'x', statusCallback };
  const { sid } = await outbox.twilioClient().messages.create(sms);
  await until(() => reports.length === 2);
  expect(reports.map(({ form }) => form)).toMatchObject([
    { MessageSid: sid, MessageStatus: 'sent', AccountSid: ACCOUNT, To: '+15005550001' },
    { MessageSid: sid, MessageStatus: 'delivered', AccountSid: ACCOUNT, To: '+15005550001' },
  ]);
  for (const { form, signature } of reports) {
    expect(twilio.validateRequest('any token', signature, statusCallback, form)).toBe(true);
  }
  await new Promise((resolve) => receiver.close(resolve));
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SYSTEM, type Actor } from '@telemon/contracts/actor';
import { OutboxQuery } from '@telemon/contracts/outbox/outbox';
import { Mongo } from '@telemon/platform/mongo';
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { ACCOUNT, GivenOutbox } from '../testing/given-outbox.ts';
import { MessagesRepository } from './messages/messages.repository.ts';
import { MessagesService } from './messages/messages.service.ts';

let outbox: GivenOutbox;
let messages: MessagesService;

beforeAll(async () => {
  outbox = await GivenOutbox.start();
  ({ messages } = outbox);
});
beforeEach(() => messages.clear(SYSTEM));
afterAll(() => outbox.stop());

describe('a mail', () => {
  it('is stored with its texts, recipients and attachments', async () => {
    const sheet = randomBytes(20_000);
    const { response } = await outbox.mailer().sendMail({
      from: 'Telemon <telemon@localhost>',
      to: ['one@example.com', 'Two <two@example.com>'],
      bcc: 'hidden@example.com',
      subject: 'Kühlraum 2 – ⚠ über 8 °C',
      text: 'Kühlraum 2 is at 9.1 °C',
      html: '<p>Kühlraum 2 is at <b>9.1 °C</b></p>',
      attachments: [
        { filename: 'Bericht März.xlsx', content: sheet, contentType: 'application/vnd.ms-excel' },
      ],
    });
    expect(response).toMatch(/^250 Kept as [0-9a-f]{24}$/);
    const [mail] = await outbox.list();
    expect(mail).toEqual({
      id: expect.any(String),
      kind: 'email',
      to: 'one@example.com, two@example.com, hidden@example.com',
      subject: 'Kühlraum 2 – ⚠ über 8 °C',
      text: expect.stringContaining('Kühlraum 2 is at 9.1 °C'),
      html: expect.stringContaining('<b>9.1 °C</b>'),
      attachments: [
        {
          fileName: 'Bericht März.xlsx',
          contentType: 'application/vnd.ms-excel',
          url: expect.stringMatching(/^\/outbox\/attachments\/[0-9a-f]{32}$/),
        },
      ],
      sentAt: expect.any(String),
    });
    const file = await outbox.download(mail!.attachments[0]!.url);
    expect(Buffer.from(await file.arrayBuffer()).equals(sheet)).toBe(true);
    expect(file.headers.get('content-type')).toBe('application/vnd.ms-excel');
    expect(file.headers.get('content-disposition')).toBe(
      "attachment; filename*=UTF-8''Bericht%20M%C3%A4rz.xlsx",
    );
  });

  it('is accepted with or without a login, many over one connection', async () => {
    await outbox.mailer({ auth: { user: 'any', pass: 'thing' } }).sendMail({
      from: 'a@b.c',
      to: 'd@e.f',
      text: 'x',
    });
    const pooled = outbox.mailer({ pool: true, maxConnections: 3 });
    await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        pooled.sendMail({ from: 'a@b.c', to: `r${index}@example.com`, subject: `No ${index}`, text: 'x' }),
      ),
    );
    pooled.close();
    const { pagination } = await messages.list(SYSTEM, OutboxQuery.parse({}));
    expect(pagination.totalCount).toBe(61);
  });

  it('is stored whole where it cannot be parsed', async () => {
    const nested = `Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n'.repeat(2)}`;
    const deep = Array.from(
      { length: 400 },
      (_, depth) => `Content-Type: multipart/mixed; boundary=b${depth}\r\n\r\n--b${depth}\r\n`,
    );
    for (const raw of ['no headers at all', '', nested, deep.join('')]) {
      await outbox.mailer().sendMail({ envelope: { from: 'a@b.c', to: ['d@e.f'] }, raw });
    }
    expect(await outbox.list()).toHaveLength(4);
  });

  it('is rejected where it is larger than 25 MB, and the next is accepted', async () => {
    const large = { filename: 'large.bin', content: Buffer.alloc(20 * 1_048_576, 7) };
    await expect(
      outbox.mailer().sendMail({ from: 'a@b.c', to: 'd@e.f', attachments: [large] }),
    ).rejects.toMatchObject({ responseCode: 552 });
    const fits = { filename: 'fits.bin', content: Buffer.alloc(17 * 1_048_576, 7) };
    await outbox.mailer().sendMail({ from: 'a@b.c', to: 'd@e.f', attachments: [fits] });
    const [mail] = await outbox.list();
    const file = await outbox.download(mail!.attachments[0]!.url);
    expect((await file.arrayBuffer()).byteLength).toBe(fits.content.length);
  });

  it('can be sent by plain SMTP, without TLS', async () => {
    const replies = await new Promise<string>((resolve, reject) => {
      let text = '';
      const socket = connect(outbox.smtpPort, '127.0.0.1');
      socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      socket.on('error', reject).on('close', () => resolve(text));
      const lines = 'EHLO spec\r\nNONSENSE\r\nMAIL FROM:<a@b.c>\r\nRCPT TO:<d@e.f>\r\nQUIT\r\n';
      // The server sends its greeting first.
      socket.once('data', () => socket.write(lines));
    });
    expect(replies).toContain('220 ');
    expect(replies).not.toContain('STARTTLS');
    expect(replies).toMatch(/^500 /m);
    expect(replies).toMatch(/^221 /m);
  });
});

describe('an SMS', () => {
  it('is accepted from Twilio’s client, with the answer of Twilio', async () => {
    const client = outbox.twilioClient();
    const sentAt = Date.now();
    const sent = await client.messages.create({
      to: '+15005550001',
      from: '+15005550006',
      body: 'Pump 1 at 9 °C',
    });
    expect(sent).toMatchObject({
      sid: expect.stringMatching(/^SM[0-9a-f]{32}$/),
      accountSid: ACCOUNT,
      status: 'queued',
      to: '+15005550001',
      from: '+15005550006',
      body: 'Pump 1 at 9 °C',
      errorCode: null,
      direction: 'outbound-api',
    });
    // Twilio's times are whole seconds.
    expect(sent.dateCreated.getTime()).toBeGreaterThan(sentAt - 1_000);
    expect(sent.dateCreated.getTime()).toBeLessThanOrEqual(Date.now());
    expect(await outbox.list()).toMatchObject([
      { kind: 'sms', to: '+15005550001', subject: '', text: 'Pump 1 at 9 °C', html: '', attachments: [] },
    ]);
    const fetched = await client.messages(sent.sid).fetch();
    expect(fetched).toMatchObject({ sid: sent.sid, status: 'delivered', body: 'Pump 1 at 9 °C' });
  });

  it('may be sent by a messaging service', async () => {
    const messagingServiceSid = `MG${'1'.repeat(32)}`;
    const sent = await outbox
      .twilioClient()
      .messages.create({ to: '+15005550001', messagingServiceSid, body: 'x' });
    expect(sent).toMatchObject({ messagingServiceSid, from: null });
  });

  it.each([
    ['without a recipient', { to: '' }, 21_604],
    ['without a sender', { from: '' }, 21_603],
    ['without a text', { body: '' }, 21_602],
    ['to a text that is not a number', { to: 'pump' }, 21_211],
    ['that is too long', { body: 'x'.repeat(1_601) }, 21_617],
    ['to be reported to no address', { statusCallback: 'nowhere' }, 21_609],
  ])('%s is rejected with Twilio’s error', async (_, changes, code) => {
    const sms = { to: '+15005550001', from: '+15005550006', body: 'x', ...changes };
    await expect(outbox.twilioClient().messages.create(sms)).rejects.toMatchObject({
      status: 400,
      code,
      moreInfo: `https://www.twilio.com/docs/errors/${code}`,
    });
    expect(await outbox.list()).toEqual([]);
  });

  it('is rejected without the login of the account', async () => {
    const url = `${outbox.url}/2010-04-01/Accounts/${ACCOUNT}/Messages.json`;
    const body = new URLSearchParams({ To: '+15005550001', From: '+15005550006', Body: 'x' });
    const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
    for (const authorization of [
      '',
      'Bearer x',
      'Basic ',
      basic('AC1:token'),
      basic(`${ACCOUNT}:`),
      basic(ACCOUNT),
    ]) {
      const response = await fetch(url, { method: 'POST', body, headers: { authorization } });
      expect({ authorization, status: response.status, body: await response.json() }).toMatchObject({
        authorization,
        status: 401,
        body: { code: 20_003, status: 401 },
      });
    }
  });

  it('gets a 404 where it is missing, and so does any other call', async () => {
    const client = outbox.twilioClient();
    await expect(client.messages(`SM${'0'.repeat(32)}`).fetch()).rejects.toMatchObject({
      status: 404,
      code: 20_404,
    });
    await expect(client.calls.list({ limit: 1 })).rejects.toMatchObject({ status: 404 });
    expect((await outbox.download('/outbox/attachments/nothing')).status).toBe(404);
  });

  it('gets a 400 where the body is not a form', async () => {
    const authorization = `Basic ${Buffer.from(`${ACCOUNT}:t`).toString('base64')}`;
    for (const [type, body] of [
      ['application/json', '{}'],
      ['application/x-www-form-urlencoded', `Body=${'x'.repeat(100_000)}`],
    ] as const) {
      const response = await fetch(`${outbox.url}/2010-04-01/Accounts/${ACCOUNT}/Messages.json`, {
        method: 'POST',
        body,
        headers: { authorization, 'content-type': type },
      });
      expect({ type, status: response.status }).toEqual({ type, status: 400 });
    }
  });
});

describe('the list of messages', () => {
  const keep = (kind: 'sms' | 'email', to: string, text = 'x') =>
    messages.keep({ kind, from: 'f', to, subject: '', text, html: '' });

  it('is sorted newest first, filtered by kind and recipient, and in pages', async () => {
    for (let index = 0; index < 5; index++) await keep('sms', `+1500555000${index}`);
    for (let index = 0; index < 5; index++) await keep('email', `Person-${index}@example.com`);
    const recipients = async (query: object) => (await outbox.list({ ...query })).map(({ to }) => to);
    expect((await recipients({ limit: 3 }))[0]).toBe('Person-4@example.com');
    expect(await recipients({ kind: 'sms', limit: 2, offset: 1 })).toEqual(['+15005550003', '+15005550002']);
    expect(await recipients({ to: 'person-2@EXAMPLE' })).toEqual(['Person-2@example.com']);
    // A '+' in a query string stands for a space.
    expect(await recipients({ to: ' 15005550001' })).toEqual(['+15005550001']);
    expect(await recipients({ to: '.*' })).toEqual([]);
    expect(await recipients({ to: '(a+)+$' })).toEqual([]);
  });

  it('leaves out long texts, so that an answer stays within 8 MB', async () => {
    for (let index = 0; index < 8; index++) await keep('email', 'd@e.f', 'ä'.repeat(600_000));
    const page = await outbox.list({});
    expect(page.map(({ text }) => text.length)).toEqual([500_000, 500_000, 500_000, 500_000, 0, 0, 0, 0]);
    expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThan(8 * 1_048_576);
  });

  it('is emptied together with the attachments', async () => {
    await outbox
      .mailer()
      .sendMail({ from: 'a@b.c', to: 'd@e.f', attachments: [{ filename: 'a', content: 'x' }] });
    const [mail] = await outbox.list();
    await expect(messages.clear(SYSTEM)).resolves.toBeNull();
    expect(await outbox.list()).toEqual([]);
    expect((await outbox.download(mail!.attachments[0]!.url)).status).toBe(404);
    expect(await outbox.database.db.collection('attachment_parts').countDocuments()).toBe(0);
  });

  it('is refused for managers and assistants', async () => {
    for (const role of ['manager', 'assistant', 'none'] as const) {
      const actor: Actor = { id: 'x', role, managerId: null, mqttAdmin: false };
      await expect(messages.list(actor, OutboxQuery.parse({}))).rejects.toMatchObject({ code: 'OnlyAdmins' });
      await expect(messages.clear(actor)).rejects.toMatchObject({ code: 'OnlyAdmins' });
    }
  });

  it('loses the oldest messages beyond the limit', async () => {
    for (let index = 0; index < 6; index++) await keep('sms', `+1500555000${index}`);
    await outbox
      .mailer()
      .sendMail({ from: 'a@b.c', to: 'new@e.f', attachments: [{ filename: 'a', content: 'x' }] });
    await outbox.service.get(MessagesRepository).keepNewest(3);
    expect((await outbox.list()).map(({ to }) => to)).toEqual(['new@e.f', '+15005550005', '+15005550004']);
    await outbox.service.get(MessagesRepository).keepNewest(0);
    expect(await outbox.database.db.collection('attachment_parts').countDocuments()).toBe(0);
  });

  it('is read by an index', async () => {
    const collection = outbox.service.get(Mongo).db.collection('messages');
    const plan = await collection.find({ kind: 'sms' }, { sort: { sentAt: -1, _id: -1 } }).explain();
    expect(JSON.stringify(plan.queryPlanner.winningPlan)).toContain('IXSCAN');
    expect(JSON.stringify(plan.queryPlanner.winningPlan)).not.toMatch(/"SORT"|COLLSCAN/);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SYSTEM, type Actor } from '@telemon/contracts/actor';
import { type OutboxMessage, OutboxQuery } from '@telemon/contracts/outbox/outbox';
import { Mongo } from '@telemon/platform/mongo';
import { type FreshDatabase, freshDatabase } from '@telemon/testing/database';
import { servers } from '@telemon/testing/servers';
import { type StartedService, startService } from '@telemon/testing/service';
import { createTransport } from 'nodemailer';
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import twilio from 'twilio';
import RequestClient from 'twilio/lib/base/RequestClient.js';
import { OutboxVariables } from './config.ts';
import { HttpServer } from './http/http-server.ts';
import { MailServer } from './mail/mail-server.ts';
import { MessagesRepository } from './messages/messages.repository.ts';
import { MessagesService } from './messages/messages.service.ts';
import { OutboxModule } from './outbox.module.ts';

const ACCOUNT = `AC${'0'.repeat(32)}`;

let database: FreshDatabase;
let outbox: StartedService;
let messages: MessagesService;
let smtpPort: number;
let http: string;

/** Twilio's own client, with the outbox's address in place of Twilio's. */
class ApiClient extends RequestClient {
  override request<TData>(options: RequestClient.RequestOptions<TData>) {
    return super.request<TData>({ ...options, uri: options.uri.replace('https://api.twilio.com', http) });
  }
}
const twilioClient = () => twilio(ACCOUNT, 'any token', { httpClient: new ApiClient() });
const mailer = (options = {}) => createTransport({ host: '127.0.0.1', port: smtpPort, ...options });
const listed = async (query: Record<string, unknown> = {}): Promise<OutboxMessage[]> =>
  (await messages.list(SYSTEM, OutboxQuery.parse(query))).messages;
const download = (url: string) => fetch(`${http}${url.replace('/outbox', '')}`);

beforeAll(async () => {
  database = await freshDatabase();
  const config = OutboxVariables.parse({
    HEALTH_PORT: '1',
    NATS_URL: servers().natsUrl,
    MONGODB_URL: database.url,
    SMTP_PORT: '1',
    HTTP_PORT: '1',
  });
  outbox = await startService({
    app: 'outbox',
    config: { ...config, SMTP_PORT: 0, HTTP_PORT: 0 },
    module: OutboxModule,
  });
  messages = outbox.get(MessagesService);
  smtpPort = outbox.get(MailServer).port;
  http = `http://127.0.0.1:${outbox.get(HttpServer).port}`;
});
beforeEach(() => messages.clear(SYSTEM));
afterAll(async () => {
  await outbox.stop();
  await database.drop();
});

describe('a mail', () => {
  it('is kept with its texts, its recipients and what hangs on it', async () => {
    const sheet = randomBytes(20_000);
    const { response } = await mailer().sendMail({
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
    const [mail] = await listed();
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
    const file = await download(mail!.attachments[0]!.url);
    expect(Buffer.from(await file.arrayBuffer()).equals(sheet)).toBe(true);
    expect(file.headers.get('content-type')).toBe('application/vnd.ms-excel');
    expect(file.headers.get('content-disposition')).toBe(
      "attachment; filename*=UTF-8''Bericht%20M%C3%A4rz.xlsx",
    );
  });

  it('comes with or without a login, many over one connection', async () => {
    await mailer({ auth: { user: 'any', pass: 'thing' } }).sendMail({
      from: 'a@b.c',
      to: 'd@e.f',
      text: 'x',
    });
    const pooled = mailer({ pool: true, maxConnections: 3 });
    await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        pooled.sendMail({ from: 'a@b.c', to: `r${index}@example.com`, subject: `No ${index}`, text: 'x' }),
      ),
    );
    pooled.close();
    const { pagination } = await messages.list(SYSTEM, OutboxQuery.parse({}));
    expect(pagination.totalCount).toBe(61);
  });

  it('is kept as it came where it cannot be taken apart', async () => {
    const nested = `Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n'.repeat(2)}`;
    const deep = Array.from(
      { length: 400 },
      (_, depth) => `Content-Type: multipart/mixed; boundary=b${depth}\r\n\r\n--b${depth}\r\n`,
    );
    for (const raw of ['no headers at all', '', nested, deep.join('')]) {
      await mailer().sendMail({ envelope: { from: 'a@b.c', to: ['d@e.f'] }, raw });
    }
    expect(await listed()).toHaveLength(4);
  });

  it('is refused for good where it is larger than 25 MB, and the next is taken', async () => {
    const large = { filename: 'large.bin', content: Buffer.alloc(20 * 1_048_576, 7) };
    await expect(
      mailer().sendMail({ from: 'a@b.c', to: 'd@e.f', attachments: [large] }),
    ).rejects.toMatchObject({ responseCode: 552 });
    const fits = { filename: 'fits.bin', content: Buffer.alloc(17 * 1_048_576, 7) };
    await mailer().sendMail({ from: 'a@b.c', to: 'd@e.f', attachments: [fits] });
    const [mail] = await listed();
    const file = await download(mail!.attachments[0]!.url);
    expect((await file.arrayBuffer()).byteLength).toBe(fits.content.length);
  });

  it('is taken by a server that speaks plain SMTP', async () => {
    const said = await new Promise<string>((resolve, reject) => {
      let text = '';
      const socket = connect(smtpPort, '127.0.0.1');
      socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      socket.on('error', reject).on('close', () => resolve(text));
      const lines = 'EHLO spec\r\nNONSENSE\r\nMAIL FROM:<a@b.c>\r\nRCPT TO:<d@e.f>\r\nQUIT\r\n';
      // The server greets first.
      socket.once('data', () => socket.write(lines));
    });
    expect(said).toContain('220 ');
    expect(said).not.toContain('STARTTLS');
    expect(said).toMatch(/^500 /m);
    expect(said).toMatch(/^221 /m);
  });
});

describe('an SMS', () => {
  it('is taken from Twilio’s client, and answered as Twilio does', async () => {
    const client = twilioClient();
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
    expect(await listed()).toMatchObject([
      { kind: 'sms', to: '+15005550001', subject: '', text: 'Pump 1 at 9 °C', html: '', attachments: [] },
    ]);
    const fetched = await client.messages(sent.sid).fetch();
    expect(fetched).toMatchObject({ sid: sent.sid, status: 'delivered', body: 'Pump 1 at 9 °C' });
  });

  it('may come from a messaging service', async () => {
    const messagingServiceSid = `MG${'1'.repeat(32)}`;
    const sent = await twilioClient().messages.create({ to: '+15005550001', messagingServiceSid, body: 'x' });
    expect(sent).toMatchObject({ messagingServiceSid, from: null });
  });

  it.each([
    ['without a recipient', { to: '' }, 21_604],
    ['without a sender', { from: '' }, 21_603],
    ['without a text', { body: '' }, 21_602],
    ['to what is no number', { to: 'pump' }, 21_211],
    ['that is too long', { body: 'x'.repeat(1_601) }, 21_617],
  ])('%s is refused as Twilio refuses it', async (_, changes, code) => {
    const sms = { to: '+15005550001', from: '+15005550006', body: 'x', ...changes };
    await expect(twilioClient().messages.create(sms)).rejects.toMatchObject({
      status: 400,
      code,
      moreInfo: `https://www.twilio.com/docs/errors/${code}`,
    });
    expect(await listed()).toEqual([]);
  });

  it('is refused from whoever does not sign in as the account', async () => {
    const url = `${http}/2010-04-01/Accounts/${ACCOUNT}/Messages.json`;
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

  it('that is not there is 404, as is any other call', async () => {
    const client = twilioClient();
    await expect(client.messages(`SM${'0'.repeat(32)}`).fetch()).rejects.toMatchObject({
      status: 404,
      code: 20_404,
    });
    await expect(client.calls.list({ limit: 1 })).rejects.toMatchObject({ status: 404 });
    expect((await download('/outbox/attachments/nothing')).status).toBe(404);
  });

  it('in a body that is no form is 400', async () => {
    const authorization = `Basic ${Buffer.from(`${ACCOUNT}:t`).toString('base64')}`;
    for (const [type, body] of [
      ['application/json', '{}'],
      ['application/x-www-form-urlencoded', `Body=${'x'.repeat(100_000)}`],
    ] as const) {
      const response = await fetch(`${http}/2010-04-01/Accounts/${ACCOUNT}/Messages.json`, {
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

  it('has the newest first, by kind and recipient, a page at a time', async () => {
    for (let index = 0; index < 5; index++) await keep('sms', `+1500555000${index}`);
    for (let index = 0; index < 5; index++) await keep('email', `Person-${index}@example.com`);
    const recipients = async (query: object) => (await listed({ ...query })).map(({ to }) => to);
    expect((await recipients({ limit: 3 }))[0]).toBe('Person-4@example.com');
    expect(await recipients({ kind: 'sms', limit: 2, offset: 1 })).toEqual(['+15005550003', '+15005550002']);
    expect(await recipients({ to: 'person-2@EXAMPLE' })).toEqual(['Person-2@example.com']);
    // A '+' in an address means a blank.
    expect(await recipients({ to: ' 15005550001' })).toEqual(['+15005550001']);
    expect(await recipients({ to: '.*' })).toEqual([]);
    expect(await recipients({ to: '(a+)+$' })).toEqual([]);
  });

  it('stays within what one answer can carry', async () => {
    for (let index = 0; index < 8; index++) await keep('email', 'd@e.f', 'ä'.repeat(600_000));
    const page = await listed({});
    expect(page.map(({ text }) => text.length)).toEqual([500_000, 500_000, 500_000, 500_000, 0, 0, 0, 0]);
    expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThan(8 * 1_048_576);
  });

  it('is emptied with all that hung on it', async () => {
    await mailer().sendMail({ from: 'a@b.c', to: 'd@e.f', attachments: [{ filename: 'a', content: 'x' }] });
    const [mail] = await listed();
    await expect(messages.clear(SYSTEM)).resolves.toBeNull();
    expect(await listed()).toEqual([]);
    expect((await download(mail!.attachments[0]!.url)).status).toBe(404);
    expect(await database.db.collection('attachment_parts').countDocuments()).toBe(0);
  });

  it('is for admins alone', async () => {
    for (const role of ['manager', 'assistant', 'none'] as const) {
      const actor: Actor = { id: 'x', role, managerId: null, mqttAdmin: false };
      await expect(messages.list(actor, OutboxQuery.parse({}))).rejects.toMatchObject({ code: 'OnlyAdmins' });
      await expect(messages.clear(actor)).rejects.toMatchObject({ code: 'OnlyAdmins' });
    }
  });

  it('forgets the oldest', async () => {
    for (let index = 0; index < 6; index++) await keep('sms', `+1500555000${index}`);
    await mailer().sendMail({ from: 'a@b.c', to: 'new@e.f', attachments: [{ filename: 'a', content: 'x' }] });
    await outbox.get(MessagesRepository).keepNewest(3);
    expect((await listed()).map(({ to }) => to)).toEqual(['new@e.f', '+15005550005', '+15005550004']);
    await outbox.get(MessagesRepository).keepNewest(0);
    expect(await database.db.collection('attachment_parts').countDocuments()).toBe(0);
  });

  it('is read by an index', async () => {
    const collection = outbox.get(Mongo).db.collection('messages');
    const plan = await collection.find({ kind: 'sms' }, { sort: { sentAt: -1, _id: -1 } }).explain();
    expect(JSON.stringify(plan.queryPlanner.winningPlan)).toContain('IXSCAN');
    expect(JSON.stringify(plan.queryPlanner.winningPlan)).not.toMatch(/"SORT"|COLLSCAN/);
  });
});

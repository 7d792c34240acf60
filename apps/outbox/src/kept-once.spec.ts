import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SYSTEM } from '@telemon/contracts/actor';
import { type FreshDatabase, freshDatabase, proxyBeforeDatabase } from '@telemon/testing/database';
import { servers } from '@telemon/testing/servers';
import { type StartedService, startService } from '@telemon/testing/service';
import type { TcpProxy } from '@telemon/testing/tcp-proxy';
import { createTransport } from 'nodemailer';
import { OutboxVariables } from './config.ts';
import { MailServer } from './mail/mail-server.ts';
import type { MessageDocument } from './messages/message.ts';
import { MessagesService } from './messages/messages.service.ts';
import { OutboxModule } from './outbox.module.ts';

let database: FreshDatabase;
let proxy: TcpProxy;
let outbox: StartedService;
let messages: MessagesService;
let smtpPort: number;

/** The count in MongoDB's answer to a write, as BSON. */
const ANSWER_TO_WRITE = '\u0010n\0';

const collection = () => database.db.collection<MessageDocument>('messages');
const stored = () =>
  collection()
    .find()
    .map(({ to, text }) => `${to}: ${text.trim()}`)
    .toArray();
const send = (mail: object) =>
  createTransport({ host: '127.0.0.1', port: smtpPort }).sendMail({
    from: 'a@b.c',
    to: 'd@e.f',
    text: 'x',
    ...mail,
  });
const keep = (text: string) =>
  messages.keep({ kind: 'email', from: 'a@b.c', to: 'd@e.f', subject: '', text, html: '' });

beforeAll(async () => {
  database = await freshDatabase();
  const way = await proxyBeforeDatabase(database);
  proxy = way.proxy;
  const config = OutboxVariables.parse({
    HEALTH_PORT: '1',
    NATS_URL: servers().natsUrl,
    MONGODB_URL: way.url,
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
});

beforeEach(() => messages.clear(SYSTEM));

afterEach(() => {
  proxy.beforePassing = undefined;
  proxy.heal();
});

afterAll(async () => {
  await outbox.stop();
  await proxy.close();
  await database.drop();
});

describe('a mail that comes again', () => {
  it('after a 451 is kept once, also where the outbox had kept it and could not know', async () => {
    proxy.beforePassing = (bytes) => {
      if (!bytes.includes(ANSWER_TO_WRITE)) return;
      proxy.cut();
      proxy.heal();
    };
    const mail = { messageId: '<notice-1@telemon>' };
    await expect(send(mail)).rejects.toMatchObject({ responseCode: 451 });
    expect(await stored()).toEqual(['d@e.f: x']);
    proxy.beforePassing = undefined;
    await send(mail);
    expect(await stored()).toEqual(['d@e.f: x']);
  });

  it('is another one where its sender was told that it is kept, or its recipient or text is another', async () => {
    const mail = { messageId: '<1@telemon>' };
    for (const changes of [{}, {}, { to: 'g@h.i' }, { text: 'x, perhaps again' }]) {
      await send({ ...mail, ...changes });
    }
    expect((await stored()).toSorted()).toEqual([
      'd@e.f: x',
      'd@e.f: x',
      'd@e.f: x, perhaps again',
      'g@h.i: x',
    ]);
  });
});

describe('a message that cannot be kept', () => {
  it('leaves those that came with it kept, and told so', async () => {
    await database.db.command({ collMod: 'messages', validator: { text: { $ne: 'refused' } } });
    const kept = await Promise.allSettled(['one', 'refused', 'two'].map(keep));
    await database.db.command({ collMod: 'messages', validator: {} });
    expect(kept.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect((await stored()).toSorted()).toEqual(['d@e.f: one', 'd@e.f: two']);
  });
});

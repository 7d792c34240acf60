import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SYSTEM } from '@telemon/contracts/actor';
import { type FreshDatabase, freshDatabase, proxyBeforeDatabase } from '@telemon/testing/database';
import type { StartedService } from '@telemon/testing/service';
import type { TcpProxy } from '@telemon/testing/tcp-proxy';
import { createTransport } from 'nodemailer';
import { startOutbox } from '../testing/given-outbox.ts';
import { MailServer } from './mail/mail-server.ts';
import type { MessageDocument } from './messages/message.ts';
import { MessagesService } from './messages/messages.service.ts';

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
  outbox = await startOutbox(way.url);
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

describe('a mail that is sent again', () => {
  it('after a 451 is kept once, even if the outbox had stored it and its link is signed anew', async () => {
    proxy.beforePassing = (bytes) => {
      if (!bytes.includes(ANSWER_TO_WRITE)) return;
      proxy.cut();
      proxy.heal();
    };
    const mail = (link: string) => ({
      messageId: '<notice-1@telemon>',
      text: `x ${link}`,
      html: `<a href="${link}">x</a>`,
    });
    await expect(send(mail('https://a.b/#one'))).rejects.toMatchObject({ responseCode: 451 });
    expect(await stored()).toEqual(['d@e.f: x https://a.b/#one']);
    proxy.beforePassing = undefined;
    await send(mail('https://a.b/#two'));
    expect(await stored()).toEqual(['d@e.f: x https://a.b/#one']);
  });

  it('is kept again if it was acknowledged, or if its recipient or text is another', async () => {
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
  it('does not fail the messages that came with it', async () => {
    await database.db.command({ collMod: 'messages', validator: { text: { $ne: 'refused' } } });
    const kept = await Promise.allSettled(['one', 'refused', 'two'].map(keep));
    await database.db.command({ collMod: 'messages', validator: {} });
    expect(kept.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect((await stored()).toSorted()).toEqual(['d@e.f: one', 'd@e.f: two']);
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Providers } from '@telemon/testing/providers';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { alertingVariables } from '../../../testing/alerting-variables.ts';
import { EmailSender } from './email.ts';
import type { Message } from './notice-sender.ts';

let providers: Providers;
beforeAll(async () => {
  providers = await Providers.start();
});
afterAll(() => providers.stop());

const MESSAGE: Message = { id: 'n1', to: 'on-call@example.com', subject: 'Hot', text: 'hot', html: '' };
const sentTo = async (SMTP_URL: string, changes: Record<string, string> = {}) => {
  const sender = new EmailSender(
    alertingVariables({ url: 'mongodb://127.0.0.1/none' }, { SMTP_URL, ...changes }),
  );
  try {
    return await sender.send(MESSAGE);
  } finally {
    sender.close();
  }
};

/** A mail server with scripted replies: a greeting, then one line per command; it repeats the last one. */
const saying = async <Result>(
  [greeting, ...lines]: string[],
  work: (url: string) => Promise<Result>,
): Promise<Result> => {
  const server = createServer((socket) => {
    const left = [...lines];
    socket.on('error', () => undefined);
    socket.on('data', () => socket.write(`${left.length > 1 ? left.shift() : left[0]}\r\n`));
    socket.write(`${greeting}\r\n`);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    return await work(`smtp://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.close();
  }
};

describe('an e-mail', () => {
  it.each([
    ['telemon@example.com', 'Telemon'],
    ['<telemon@example.com>', 'Telemon'],
    ['"Cold Stores" <telemon@example.com>', 'Cold Stores'],
  ])('from %s shows the name %s', async (SMTP_FROM, name) => {
    await sentTo(providers.env.SMTP_URL, { SMTP_FROM });
    expect(providers.emails.at(-1)!.raw).toMatch(new RegExp(`^From: "?${name}"? <telemon@example.com>`, 'm'));
  });

  it.each(['250 taken', '250 2.0.0 Ok: queued', '250', '200 taken', '251 forwarded'])(
    'is sent where the server answers the message with %j',
    async (line) => {
      providers.mailBehaviours.push({ at: 'BODY', line });
      await expect(sentTo(providers.env.SMTP_URL)).resolves.toEqual({ kind: 'sent' });
    },
  );

  it.each(['221 closing', '220 ready', '2', '2xx', '20 fine', '2000 fine'])(
    'is tried again where the server answers the message with %j',
    async (line) => {
      providers.mailBehaviours.push({ at: 'BODY', line });
      await expect(sentTo(providers.env.SMTP_URL)).resolves.toEqual({
        kind: 'failed',
        reason: `The mail server answered: ${line}`,
        mayHaveArrived: true,
      });
    },
  );

  it('may have arrived if the server answers the message with an unexpected code', async () => {
    providers.mailBehaviours.push({ at: 'BODY', line: '354 go ahead' });
    await expect(sentTo(providers.env.SMTP_URL)).resolves.toMatchObject({
      kind: 'failed',
      mayHaveArrived: true,
    });
  });

  it.each([
    ['550 no such user', 'refused'],
    ['452 full', 'failed'],
  ])('is not sent if an LMTP server answers for its recipient with %j', async (line, kind) => {
    providers.mailBehaviours.push({ at: 'BODY', line });
    await expect(sentTo(`${providers.env.SMTP_URL}?lmtp=true`)).resolves.toMatchObject({
      kind,
      reason: `The mail server answered: ${line}`,
    });
  });

  it.each([
    [['554 nobody may speak to us', '250 ok']],
    [['220 ready', '550 nobody may speak to us']],
    [['220 ready', '250 hello', '530 sign in first']],
    [['220 ready', '250 hello', '550 5.4.5 Daily sending limit exceeded']],
    [['220 ready', '250 hello', '553 sender rejected']],
    [['220 ready', '250 hello', '250 ok', '250 ok', '554 no message now']],
    [['HTTP/1.1 400 Bad Request', '']],
    [['220 ready', '<html>']],
  ])('is tried again if the server accepts no message from Telemon: %j', async (lines) => {
    await expect(saying(lines, sentTo)).resolves.toMatchObject({ kind: 'failed', mayHaveArrived: false });
  });

  it('is not tried again if the server refuses the recipient', async () => {
    const lines = ['220 ready', '250 hello', '250 ok', '550 no such user'];
    await expect(saying(lines, sentTo)).resolves.toMatchObject({ kind: 'refused' });
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { alertingVariables } from '../../../testing/alerting-variables.ts';
import type { Message } from './notice-sender.ts';
import { SmsSender } from './sms.ts';

/** Stands in for Twilio. */
let server: Server;
let sender: SmsSender;
let answer: { status: number; body: string };
/** The requests to it, the newest last. */
const requests: URLSearchParams[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    void text(request).then((form) => {
      const fields = new URLSearchParams(form);
      requests.push(fields);
      const isRefused = fields.get('StatusCallback')?.includes('localhost');
      if (isRefused) response.writeHead(400).end(JSON.stringify({ code: 21_609, message: 'not valid' }));
      else response.writeHead(answer.status).end(answer.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const TWILIO_API_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  sender = new SmsSender(alertingVariables({ url: 'mongodb://127.0.0.1/none' }, { TWILIO_API_URL }));
});
afterAll(async () => {
  sender.close();
  await new Promise((resolve) => server.close(resolve));
});

const MESSAGE: Message = { id: 'n1', to: '+15005550007', subject: '', text: 'It is hot', html: '' };
const SID = `SM${'0'.repeat(32)}`;
const sent = (status: number, body: unknown) => {
  answer = { status, body: typeof body === 'string' ? body : JSON.stringify(body) };
  return sender.send(MESSAGE);
};

describe('an SMS', () => {
  it.each(['queued', 'accepted', 'sending', 'sent', 'delivered'])(
    'is sent if Twilio reports the status %s',
    async (status) => {
      await expect(sent(201, { sid: SID, status })).resolves.toEqual({ kind: 'sent', sid: SID });
    },
  );

  it('is sent without a request for reports if Twilio cannot reach their address, and so are the next ones', async () => {
    answer = { status: 201, body: JSON.stringify({ sid: SID, status: 'queued' }) };
    requests.length = 0;
    for (const host of ['telemon.example.com', 'localhost', 'telemon.example.com']) {
      const reportTo = `http://${host}/v1/delivery/twilio/n1`;
      await expect(sender.send({ ...MESSAGE, reportTo })).resolves.toEqual({ kind: 'sent', sid: SID });
    }
    expect(requests.map((fields) => fields.get('StatusCallback'))).toEqual([
      'http://telemon.example.com/v1/delivery/twilio/n1',
      'http://localhost/v1/delivery/twilio/n1',
      null,
      null,
    ]);
  });

  it.each([
    ['a page that asks to sign in', 200, '<html>Sign in to this network</html>'],
    ['nothing', 201, ''],
    ['an empty object', 200, {}],
    ['null', 200, 'null'],
    ['a list', 200, [{ sid: SID }]],
    ['a message without an id', 201, { status: 'queued' }],
    ['an id that is no message id', 201, { sid: 7, status: 'queued' }],
    ['a truncated answer', 201, JSON.stringify({ sid: SID, status: 'queued' }).slice(0, 30)],
  ])('is tried again where the answer is %s', async (_, status, body) => {
    await expect(sent(status, body)).resolves.toEqual({
      kind: 'failed',
      reason: `The answer was not Twilio’s (HTTP ${status})`,
      mayHaveArrived: true,
    });
  });

  it.each([
    ['failed', 30_008, 'Unknown', 'Twilio could not send it: Unknown (30008)'],
    ['undelivered', 21_610, 'x', 'The recipient has unsubscribed by answering STOP'],
    ['canceled', null, null, 'Twilio could not send it: canceled'],
  ])(
    'that Twilio accepted with the status %s (%s) has not been sent',
    async (status, error_code, error_message, reason) => {
      await expect(sent(201, { sid: SID, status, error_code, error_message })).resolves.toEqual({
        kind: 'refused',
        reason,
      });
    },
  );

  it.each([30_001, 30_002])(
    'is tried again if Twilio could not send it because of the account (%s)',
    async (code) => {
      await expect(sent(201, { sid: SID, status: 'failed', error_code: code })).resolves.toMatchObject({
        kind: 'failed',
        mayHaveArrived: false,
      });
    },
  );

  it.each([
    [404, '<html>No such page</html>'],
    [407, ''],
    [400, { error: 'bad request' }],
  ])('is tried again if a server other than Twilio refuses it (%s)', async (status, body) => {
    await expect(sent(status, body)).resolves.toMatchObject({
      kind: 'failed',
      reason: `The answer was not Twilio’s (HTTP ${status})`,
    });
  });

  it.each([408, 500, 502, 503, 504])('may have arrived where the answer is HTTP %s', async (status) => {
    await expect(sent(status, '<html>Too late</html>')).resolves.toMatchObject({
      kind: 'failed',
      reason: `Twilio has a fault (HTTP ${status})`,
      mayHaveArrived: true,
    });
  });

  it.each([302, 401, 403, 404, 425, 429])('has not arrived where the answer is HTTP %s', async (status) => {
    await expect(sent(status, '')).resolves.toMatchObject({ kind: 'failed', mayHaveArrived: false });
  });
});

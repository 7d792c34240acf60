import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { REPORT_MAX_BYTES, deliveryReports } from '@telemon/contracts/alerting/delivery-reports';
import { GivenCalls } from '../../testing/given-calls.ts';

const PATH = '/delivery/twilio/n1';

let given: GivenCalls;
beforeAll(async () => {
  given = await GivenCalls.start();
});
beforeEach(() => given.service.forget());
afterAll(() => given.stop());

const post = (body: string, headers: Record<string, string> = {}, { path = PATH, at = given.url } = {}) =>
  fetch(`${at}/v1${path}`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8', ...headers },
  });

describe('a form that another system has signed', () => {
  it('goes to the service as it came, with its signature', async () => {
    const form = 'To=%2B15005550007&Body=a+b&__proto__=x&To=2';
    const { status } = await post(form, { 'x-twilio-signature': 'abc=' });
    expect(status).toBe(200);
    expect(given.service.last).toMatchObject({
      subject: deliveryReports.twilio.subject,
      actor: { role: 'none' },
      request: { noticeId: 'n1', form, signature: 'abc=' },
    });
  });

  it('goes on without a signature, too, so that the service refuses it as any wrong one', async () => {
    await post('a=1');
    expect(given.service.last?.request).toEqual({ noticeId: 'n1', form: 'a=1', signature: '' });
  });

  it.each([
    ['JSON', '{}', { 'content-type': 'application/json' }, {}, 400],
    ['a query', 'a=1', {}, { path: `${PATH}?form=x&a=2` }, 400],
    ['too much', `a=${'x'.repeat(REPORT_MAX_BYTES)}`, {}, {}, 413],
    ['a signature that is too long', 'a=1', { 'x-twilio-signature': 'x'.repeat(201) }, {}, 422],
  ])('is refused as %s', async (_, body, headers, more, status) => {
    expect((await post(body, headers as Record<string, string>, more)).status).toBe(status);
    expect(given.service.questions).toEqual([]);
  });

  it('counts against a limit of its own, so that a storm of reports leaves sign-ins alone', async () => {
    const { url: at } = await given.another({ ADDRESS_LIMIT: '2', DELIVERY_REPORT_LIMIT: '5' });
    const statuses = await Promise.all(Array.from({ length: 8 }, () => post('a=1', {}, { at })));
    expect(statuses.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(statuses.filter(({ status }) => status === 429)).toHaveLength(3);
    const headers = { authorization: '' };
    expect((await given.ask('GET', '/device', { at, headers })).status).toBe(401);
  });
});

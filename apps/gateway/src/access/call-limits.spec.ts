import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { redisWithOwnKeys } from '@telemon/testing/servers';
import { GivenCalls } from '../../testing/given-calls.ts';
import { limitedRequests } from './access.metrics.ts';

let given: GivenCalls;
beforeAll(async () => {
  given = await GivenCalls.start();
});
beforeEach(() => given.service.forget());
afterAll(() => given.stop());

describe('limits', () => {
  const refusedBy = async (limit: string) => {
    const { values } = await limitedRequests.get();
    return values.find(({ labels }) => labels['limit'] === limit)?.value;
  };

  it('count per user, over all calls', async () => {
    const { url: at } = await given.another({ USER_LIMIT: '20' });
    const statuses = await Promise.all(
      Array.from({ length: 30 }, (_, index) => given.ask('GET', index % 2 ? '/device' : '/alert', { at })),
    );
    expect(statuses.filter(({ status }) => status === 200)).toHaveLength(20);
    const refused = statuses.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(10);
    expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(await refusedBy('USER_LIMIT')).toBe(10);
    const other = await given.keys.sign({ sub: 'm2', role: 'manager', managerId: 'm2', mqttAdmin: false });
    expect(
      (await given.ask('GET', '/device', { at, headers: { authorization: `Bearer ${other}` } })).status,
    ).toBe(200);
  });

  it('are shared by gateways on one Redis', async () => {
    const settings = { USER_LIMIT: '20', REDIS_URL: redisWithOwnKeys() };
    const gateways = await Promise.all([given.another(settings), given.another(settings)]);
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => given.ask('GET', '/device', { at: gateways[index % 2]!.url })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
  });

  it('count per address without a valid token, and ignore a forged X-Forwarded-For', async () => {
    const { url: at } = await given.another({ ADDRESS_LIMIT: '10' });
    const statuses = await Promise.all(
      Array.from({ length: 15 }, (_, index) =>
        given.ask('GET', '/device', {
          at,
          headers: { authorization: 'Bearer nonsense', 'x-forwarded-for': `203.0.113.${index}` },
        }),
      ),
    );
    expect(statuses.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(statuses.filter(({ status }) => status === 429)).toHaveLength(5);
    expect(await refusedBy('ADDRESS_LIMIT')).toBe(5);
    expect((await given.ask('GET', '/device', { at })).status).toBe(200);
  });

  it('take the address from the X-Forwarded-For of trusted proxies', async () => {
    const { url: at } = await given.another({ TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8' });
    await given.ask('GET', '/device', {
      at,
      headers: { 'x-forwarded-for': '6.6.6.6, 203.0.113.9, 10.1.1.1' },
    });
    expect(given.service.last?.address).toBe('203.0.113.9');
  });

  it('can be switched off', async () => {
    const { url: at } = await given.another({ RATE_LIMITS: 'off', USER_LIMIT: '1' });
    for (let call = 0; call < 5; call++) expect((await given.ask('GET', '/device', { at })).status).toBe(200);
  });
});

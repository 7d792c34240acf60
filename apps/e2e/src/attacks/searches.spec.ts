import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Route } from '@telemon/contracts/route';
import { ROUTES } from '@telemon/contracts/routes';
import { uniqueName } from '@telemon/testing/given';
import { quickest, timeOf } from '@telemon/testing/quickest';
import { z } from 'zod';
import { type Installation, useInstallation } from '../installation.ts';

describe('a search', () => {
  let installation: Installation;
  let name: string;

  /** A name that causes catastrophic backtracking in the expressions below. */
  const CRAFTED = `${'a'.repeat(24)}!`;
  const BOMBS = [
    '(a+)+$',
    '(a|aa)+$',
    '(.*a){20}$',
    '^(([a-z])+.)+[A-Z]([a-z])+$',
    '(?:a?){24}a{24}$',
    '(?=(a+))\\1+$',
    '((((((a*)*)*)*)*)*)*$',
    '\\',
    '[',
    '(?',
    '*',
    '.*',
    '(?i)',
    '\\Qaaa\\E',
    '$',
    '^',
    'a|',
    '%',
    '/a/i',
  ];
  const WITHIN_MS = 200;
  /** A list without a search, because its rows contain no text. */
  const OF_NUMBERS_ALONE = '/deviceDashboard/getSensorLog/:deviceName';

  const hasSearch = ({ call }: Route) => call.request instanceof z.ZodObject && 'q' in call.request.shape;
  const lists = (Object.entries(ROUTES) as [string, Route][])
    .filter(([, route]) => hasSearch(route))
    .map(([row]) => row.replace(/^GET /, ''))
    .filter((path) => path !== OF_NUMBERS_ALONE);

  beforeAll(async () => {
    installation = await useInstallation();
    const { make, managerId, api } = installation;
    for (let count = 0; count < 5; count++) await make.manager({ name: CRAFTED, companyName: CRAFTED });
    await api.post('/location', { locationName: CRAFTED });
    await api.post('/mqttLog/blockTopic', { topicName: CRAFTED });
    const { id: sensorId } = await make.sensorType(managerId, CRAFTED);
    const { device: made } = await make.device(managerId, [sensorId], {
      deviceAlias: CRAFTED,
    });
    name = made.deviceName;
    await make.alert(name, { message: CRAFTED });
    await make.event(name);
  }, 300_000);
  afterAll(() => installation?.stop());

  const found = async (path: string, text: string) => {
    const { api } = installation;
    const query = `${path.replace(':deviceName', name)}${text}`;
    const { body } = await api.send<{ pagination?: { totalCount: number }; alertLogs?: unknown[] }>(
      'GET',
      query,
    );
    // An export has no pages.
    return body.data?.pagination?.totalCount ?? body.data?.alertLogs?.length;
  };
  it('exists on every list of people, places and things', () => {
    expect(lists).toEqual(expect.arrayContaining(['/user', '/location', '/sensorType', '/device']));
  });

  it.each([...lists.map((path) => `${path}?q=`), '/outbox?to=', '/mqttLog?search=', '/udpLog?search='])(
    'takes the text literally, and answers within 200 ms: GET %s',
    async (path) => {
      for (const bomb of BOMBS) {
        const typed = encodeURIComponent(bomb);
        expect({ bomb, found: await found(path, typed) }).toEqual({ bomb, found: 0 });
        expect(await quickest(() => timeOf(() => found(path, typed)), WITHIN_MS)).toBeLessThan(WITHIN_MS);
      }
    },
  );

  it('finds special characters literally', async () => {
    const { make, api } = installation;
    const odd = `[(.*)] ^$|?+\\ ${uniqueName('x').slice(-8)}`;
    await make.manager({ name: odd });
    for (const part of [odd, '[(.*)] ^$|?+\\', odd.toUpperCase()]) {
      expect(await found('/user?q=', encodeURIComponent(part))).toBe(1);
    }
    await api.post('/location', { locationName: odd });
    expect(await found('/location?q=', encodeURIComponent(odd))).toBe(1);
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@telemon/testing/waiting';
import { connectAsync } from 'mqtt';
import { join } from 'node:path';
import { type Installation, useInstallation } from '../installation.ts';
import { filesIn } from './canaries.ts';
import { answerTo } from './plain-connection.ts';

describe('text with line breaks', () => {
  let installation: Installation;

  beforeAll(async () => {
    installation = await useInstallation();
  }, 300_000);
  afterAll(() => installation?.stop());

  const FORGED_LINE =
    'x\r\n{"level":"fatal","forged":true}\r\n\u001b[2J\u001b[31m\u009b31mforged\u2028forged\u202e';

  it('adds no line and no terminal escape sequence to a log', async () => {
    const { api } = installation;
    const { url, mqttPort } = installation.product.addresses;
    const inPath = encodeURIComponent(FORGED_LINE.slice(0, 60));
    await api.send('GET', `/device/${inPath}`);
    await api.send('GET', `/deviceDashboard/${inPath}?sensor=${inPath}`);
    await api.send('POST', '/user/login', { email: FORGED_LINE, password: FORGED_LINE });
    await fetch(`${url}/${inPath}`, {
      headers: { 'x-request-id': 'forged', 'user-agent': 'forged \u009b31m' },
    });
    const port = Number(new URL(url).port);
    await answerTo(port, `GET /${FORGED_LINE} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await answerTo(port, 'GET / HTTP/1.1\r\nHost: x\r\nX-A: \u001b[2Jforged\r\nConnection: close\r\n\r\n');
    for (const login of [
      { username: FORGED_LINE, password: 'forged' },
      { username: 'forged\u009b31m', password: 'forged', clientId: FORGED_LINE },
    ]) {
      const signedIn = connectAsync(`mqtt://127.0.0.1:${mqttPort}`, { ...login, reconnectPeriod: 0 }, false);
      await expect(signedIn).rejects.toThrow();
    }
    const logs = () => filesIn(join(installation.product.dataDir, 'logs'));
    const isRefusal = (line: string) => line.includes('sign-in refused') && line.includes('forged');
    await until(() => logs().some(({ text }) => text.split('\n').some(isRefusal)), { what: 'the line' });
    for (const { where, text } of logs()) {
      const unicode = Buffer.from(text, 'latin1').toString('utf8');
      const controls = unicode.match(/(?![\n\t])[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu);
      expect({ where, controls }).toEqual({ where, controls: null });
      for (const line of unicode.split('\n').filter((one) => /forged/i.test(one))) {
        expect(JSON.parse(line)).not.toHaveProperty('forged');
      }
    }
  });

  it('adds no header to an answer', async () => {
    const { url } = installation.product.addresses;
    const split = '%0d%0aSet-Cookie:%20forged=1%0d%0a%0d%0aforged';
    const port = Number(new URL(url).port);
    for (const path of [
      `/${split}`,
      `/v1/device/${split}`,
      `/dashboard/${split}`,
      `/auth/login?x=${split}`,
      `/outbox/${split}`,
    ]) {
      const answer = await answerTo(
        port,
        `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
      );
      const [head = ''] = answer.split('\r\n\r\n');
      expect(head).toMatch(/^HTTP\/1\.1 \d{3} /);
      expect(head).not.toMatch(/forged=1/);
    }
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { OutboxMessage } from '@telemon/contracts/outbox/outbox';
import { outboxOf } from '@telemon/testing/alert-log';
import { launchChromium } from '@telemon/testing/chromium';
import { alertOn, type GivenDevice, uniqueName } from '@telemon/testing/given';
import { MqttDevice } from '@telemon/testing/mqtt-device';
import { until } from '@telemon/testing/waiting';
import type { Browser, Page } from 'playwright-core';
import { type Installation, useInstallation } from '../installation.ts';
import { openConsole, signIn } from '../stories/console-page.ts';
import { CONTROLS, HOSTILE_NAMES, shown } from './hostile-text.ts';

const MARKUP = [
  '<img src=x onerror=hit()>',
  '<script>hit()</script>',
  '"><svg onload=hit()>',
] as const satisfies readonly (typeof HOSTILE_NAMES)[number][];

const inHtml = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

/** The text of an SMS without its last line, the link to acknowledge. */
const withoutLink = (text: string): string => text.replace(/\nAcknowledge: \S+$/, '');

describe('text that a program might interpret', () => {
  let installation: Installation;
  const devices: GivenDevice[] = [];
  const emailOf = (index: number) => `on-call-${index}@example.com`;
  const contactOf = (index: number) => `+1500555${String(1000 + index)}`;

  /** Waits until `count` messages of the kind have reached the recipient; returns them. */
  const sentFor = async (to: { contact: string; email: string }, kind: 'sms' | 'email', count = 1) =>
    until(
      async () => {
        const messages = await outboxOf(installation.api, {
          kind,
          to: kind === 'sms' ? to.contact : to.email,
        });
        return messages.length >= count && messages;
      },
      { what: `${kind} of an alert` },
    );

  beforeAll(async () => {
    installation = await useInstallation();
    const { make, api, product, managerId } = installation;
    for (const name of HOSTILE_NAMES) await make.manager({ name, companyName: name });
    for (const name of HOSTILE_NAMES) await api.post('/location', { locationName: name });
    for (const [index, name] of HOSTILE_NAMES.entries()) {
      const sensor = await make.sensorType(managerId, name);
      // Far enough apart that the map shows each device separately.
      const place = { lat: 50 - index * 10, lng: index * 10 };
      const made = await make.device(managerId, [sensor.id], { deviceAlias: name, ...place });
      devices.push(made);
      await make.alert(made.device.deviceName, {
        contact: contactOf(index),
        email: emailOf(index),
        message: `$name|${name}|$data`,
      });
      await make.event(made.device.deviceName);
      const device = await MqttDevice.connect(product.addresses.mqttPort, made.mqtt);
      await device.send({ TC1: 50 });
      device.end();
    }
  }, 300_000);
  afterAll(() => installation?.stop());

  const messagesTo = async (index: number, kind: 'sms' | 'email'): Promise<OutboxMessage[]> =>
    sentFor({ contact: contactOf(index), email: emailOf(index) }, kind);

  describe.each(HOSTILE_NAMES.map((name, index) => [name, index] as const))('%s', (name, index) => {
    const text = `${shown(name)}|${shown(name)}|50`;

    it('is unchanged in an SMS', async () => {
      const messages = await messagesTo(index, 'sms');
      expect(messages.map((message) => withoutLink(message.text))).toEqual([text]);
    });

    it('is unchanged in the subject, the text and the HTML of an e-mail', async () => {
      const messages = await messagesTo(index, 'email');
      expect(messages).toHaveLength(1);
      const { to, subject, text: words, html } = messages[0]!;
      expect(to).toBe(emailOf(index));
      expect(subject).toContain(shown(name));
      expect(words.split('\n')[0]).toBe(text);
      expect(html).toContain(inHtml(text));
      expect(html).not.toMatch(/<(img|script|svg)\b|<[^>]*\son\w+=/i);
    });
  });

  describe('a message of several lines', () => {
    const SMTP =
      'one\r\n.\r\nMAIL FROM:<a@example.com>\r\nRCPT TO:<b@example.com>\r\nDATA\r\nBcc: c@example.com\r\n\r\ntwo';
    const FORM = 'one&To=+15005550123&Body=two%26To=x';

    it.each([SMTP, FORM])('reaches only its recipient: %j', async (message) => {
      const { make, api, managerId, product } = installation;
      const { device, mqtt } = await make.device(managerId, [devices[0]!.device.sensorId1!]);
      const to = {
        contact: contactOf(100 + [SMTP, FORM].indexOf(message)),
        email: `${uniqueName('lines')}@example.com`,
      };
      const before = (await outboxOf(api, {})).length;
      await make.alert(device.deviceName, { ...to, message });
      const client = await MqttDevice.connect(product.addresses.mqttPort, mqtt);
      await client.send({ TC1: 50 });
      client.end();
      const [sms] = await sentFor(to, 'sms');
      const [email] = await sentFor(to, 'email');
      const lines = message.replaceAll('\r\n', '\n');
      expect(withoutLink(sms!.text)).toBe(lines);
      expect(email!.text.startsWith(`${lines}\n`)).toBe(true);
      expect(email!.to).toBe(to.email);
      expect(await outboxOf(api, {})).toHaveLength(before + 2);
    });
  });

  it.each(CONTROLS.map((control) => [JSON.stringify(control), control]))(
    '%s is refused in every name',
    async (_shown, control) => {
      const { api, managerId } = installation;
      const name = `a name${control}of two`;
      const calls: ['POST' | 'PATCH', string, Record<string, unknown>][] = [
        ['POST', '/location', { locationName: name }],
        ['POST', '/sensorType', { sensorName: name, userId: managerId }],
        ['PATCH', `/device/${devices[0]!.device.deviceName}`, { deviceAlias: name }],
        ...['name', 'companyName', 'companyAddress', 'country', 'email', 'contact'].map(
          (field) =>
            ['PATCH', `/user/${managerId}`, { [field]: name }] as ['PATCH', string, Record<string, unknown>],
        ),
        ['POST', '/alert', { ...alertOn(devices[0]!.device.deviceName), email: `a${control}@example.com` }],
        ['POST', '/alert', { ...alertOn(devices[0]!.device.deviceName), contact: `+15005550006${control}` }],
      ];
      for (const [method, path, body] of calls) {
        const { status } = await api.send(method, path, body);
        expect({ path, body, isRefused: status === 400 || status === 422 }).toMatchObject({
          isRefused: true,
        });
      }
    },
  );

  describe('on a page', () => {
    let browser: Browser;
    let page: Page;
    let errors: string[];
    const hits: string[] = [];

    beforeAll(async () => {
      const { url, adminEmail, adminPassword } = installation.product.addresses;
      browser = await launchChromium();
      ({ page, errors } = await openConsole(browser, url));
      await page.exposeFunction('hit', () => void hits.push(page.url()));
      page.on('dialog', (dialog) => {
        hits.push(dialog.message());
        void dialog.dismiss();
      });
      await signIn(page, adminEmail, adminPassword);
    });
    afterAll(() => browser?.close());

    /** Counts elements that exist only if the page took text for markup. */
    const madeOfText = () =>
      page
        .locator('img[src="x"], [onerror], [onload], [onfocus], body script:not([src]):not([type])')
        .count();

    const seen = (text: string) => page.getByText(text).filter({ visible: true }).first();
    const nothingRan = async () => {
      expect(await madeOfText()).toBe(0);
      expect(hits).toEqual([]);
    };

    it.each(['user', 'location', 'sensor', 'device', 'alert', 'event'])(
      'it is shown as text and nothing runs: /dashboard/%s',
      async (where) => {
        await page.goto(`/dashboard/${where}`);
        for (const name of [...MARKUP, '{{7*7}} ${7*7} <%=7*7%>']) await seen(name).waitFor();
        await nothingRan();
      },
    );

    it('it is shown as text and nothing runs: the map, its devices opened', async () => {
      await page.goto('/dashboard/home');
      for (const name of MARKUP) {
        await page.getByRole('button', { name }).first().press('Enter');
        await page.getByRole('dialog', { name }).waitFor();
        await page.keyboard.press('Escape');
      }
      await nothingRan();
    });

    it.each(MARKUP)('it is shown as text and nothing runs: the page of the device %s', async (name) => {
      const { deviceName } = devices[HOSTILE_NAMES.indexOf(name)]!.device;
      await page.goto(`/dashboard/info/${deviceName}`);
      await seen(name).waitFor();
      await nothingRan();
    });

    it('it is shown as text and nothing runs: the outbox, a message opened', async () => {
      await page.goto('/dashboard/outbox?perPage=100');
      for (const name of MARKUP) {
        const rows = page.getByRole('row').filter({ hasText: name });
        await rows.first().waitFor();
        for (const row of await rows.all()) {
          await row.getByRole('link').first().click();
          const message = page.getByRole('dialog');
          await message.getByText(name).first().waitFor();
          for (const tab of await message.getByRole('tab').all()) await tab.click();
          await nothingRan();
          await page.keyboard.press('Escape');
          await message.waitFor({ state: 'detached' });
        }
      }
    });

    it('causes no error on a page', () => {
      expect(errors).toEqual([]);
    });
  });
});

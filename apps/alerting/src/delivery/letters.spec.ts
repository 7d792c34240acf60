import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type Actor, SYSTEM } from '@telemon/contracts/actor';
import type { Letter } from '@telemon/contracts/alerting/letters';
import { DAY_MS } from '@telemon/contracts/durations';
import { logger } from '@telemon/platform/logging';
import { until } from '@telemon/testing/waiting';
import { randomUUID } from 'node:crypto';
import { GivenDelivery } from '../../testing/given-delivery.ts';
import { DeliveryService } from './delivery.service.ts';
import { LettersService } from './letters.service.ts';
import { type NoticeDocument, laneOf } from './notice.ts';

let given: GivenDelivery;

beforeAll(async () => {
  given = await GivenDelivery.start();
});
afterAll(() => given.stop());

afterEach(() => void jest.restoreAllMocks());

const letter = (changes: Partial<Letter> = {}): Letter => ({
  id: randomUUID(),
  subject: 'Your Telemon code',
  text: '123456 is your code.',
  contact: '+15005550006',
  email: 'mona@example.com',
  goodUntil: Date.now() + 600_000,
  ...changes,
});
const posted = async (text: string) => {
  const found = await given.notices.find({ 'letter.text': text }).toArray();
  for (const one of found) await given.service.get(DeliveryService).deliver(laneOf(one), one._id);
  return given.notices.find({ _id: { $in: found.map(({ _id }) => _id) } }).toArray();
};

describe('a letter', () => {
  it('is sent by SMS and e-mail, and its text is deleted then', async () => {
    const text = `code ${randomUUID().slice(0, 8)}`;
    await given.service.get(LettersService).post(SYSTEM, letter({ text }));
    const sent = await posted(text);
    expect(sent).toMatchObject([{ state: 'sent' }, { state: 'sent' }]);
    expect(JSON.stringify(sent)).not.toContain(text);
    await until(() => given.providers.sms.some(({ body }) => body === text));
    await until(() => given.providers.emails.some(({ raw }) => raw.includes(text)));
  });

  it('leads to a page by a button and an address, both of which are deleted with its text', async () => {
    const text = randomUUID();
    const link = { label: 'Choose a password', address: `https://telemon.example.com/page#${randomUUID()}` };
    await given.service.get(LettersService).post(SYSTEM, letter({ text, link, contact: null }));
    expect(JSON.stringify(await posted(text))).not.toContain(link.address);
    await until(() => given.providers.emails.some(({ raw }) => raw.includes(text)));
    const { raw } = given.providers.emails.find((email) => email.raw.includes(text))!;
    // A long line is broken with '=' in an encoded part.
    const read = raw.replaceAll('=\r\n', '').replaceAll('=3D', '=');
    expect(read).toContain(`Choose a password: ${link.address}`);
    expect(read).toContain(`href="${link.address}">Choose a password</a>`);
  });

  it('is posted once, even if it is requested several times', async () => {
    const text = randomUUID();
    const posting = letter({ text, contact: null });
    await Promise.all(
      Array.from({ length: 5 }, () => given.service.get(LettersService).post(SYSTEM, posting)),
    );
    expect(await posted(text)).toHaveLength(1);
  });

  it('is posted whole, even if an earlier request stored only one of its notices', async () => {
    const posting = letter({ text: randomUUID() });
    await given.service.get(LettersService).post(SYSTEM, posting);
    await given.notices.deleteOne({ 'letter.text': posting.text, channel: 'email' });
    await given.service.get(LettersService).post(SYSTEM, posting);
    expect((await posted(posting.text)).map(({ channel }) => channel).toSorted()).toEqual(['email', 'sms']);
  });

  it('is not sent after its expiry', async () => {
    const text = randomUUID();
    await given.service.get(LettersService).post(SYSTEM, letter({ text, goodUntil: Date.now() - 1 }));
    expect((await posted(text)).map(({ state }) => state)).toEqual(['failed', 'failed']);
  });

  it("waits as long as it can't be sent, and is deleted a day after it is finished", async () => {
    const text = randomUUID();
    const goodUntil = Date.now() - 2 * DAY_MS;
    await given.service.get(LettersService).post(SYSTEM, letter({ text, goodUntil, contact: null }));
    const [waiting] = await given.notices.find({ 'letter.text': text }).toArray();
    expect(waiting).toMatchObject({ state: 'queued' });
    expect(waiting).not.toHaveProperty('forgetAt');
    const [done] = await posted(text);
    expect(done!.forgetAt!.getTime()).toBeGreaterThan(Date.now() + DAY_MS - 60_000);
    expect(done!.forgetAt!.getTime()).toBeLessThanOrEqual(Date.now() + DAY_MS);
  });

  it.each([
    ['came too late', { goodUntil: Date.now() - 1 }, 'It came too late to be of use'],
    ['was refused', { email: 'a@example.com, b@example.com' }, 'This is not an e-mail address'],
  ])('that %s is logged with the reason, but without its text', async (_, changes, reason) => {
    const warn = jest.spyOn(logger, 'warn').mockImplementation(() => undefined);
    const text = randomUUID();
    await given.service.get(LettersService).post(SYSTEM, letter({ text, contact: null, ...changes }));
    const [{ _id: noticeId }] = (await posted(text)) as [NoticeDocument];
    expect(warn.mock.calls).toEqual([
      [{ noticeId, channel: 'email', attempts: 1, reason }, 'letter not sent'],
    ]);
  });

  it('that is sent leaves no warning in the log', async () => {
    const warn = jest.spyOn(logger, 'warn').mockImplementation(() => undefined);
    const text = randomUUID();
    await given.service.get(LettersService).post(SYSTEM, letter({ text }));
    expect(await posted(text)).toMatchObject([{ state: 'sent' }, { state: 'sent' }]);
    expect(warn).not.toHaveBeenCalled();
  });

  it('is accepted from services only', async () => {
    const admin: Actor = { id: 'a1', role: 'admin', managerId: null, mqttAdmin: true };
    await expect(given.service.get(LettersService).post(admin, letter())).rejects.toMatchObject({
      failure: { kind: 'forbidden' },
    });
  });
});

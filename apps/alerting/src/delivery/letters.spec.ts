import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Actor, SYSTEM } from '@telemon/contracts/actor';
import type { Letter } from '@telemon/contracts/letters';
import { type FreshDatabase, freshDatabase } from '@telemon/testing/database';
import { Providers } from '@telemon/testing/providers';
import { type StartedService, prepareService } from '@telemon/testing/service';
import { until } from '@telemon/testing/waiting';
import { randomUUID } from 'node:crypto';
import { alertingVariables } from '../../testing/alerting-variables.ts';
import { AlertingModule } from '../alerting.module.ts';
import { DeliveryService } from './delivery.service.ts';
import { LettersService } from './letters.service.ts';
import type { NoticeDocument } from './notice.ts';

let database: FreshDatabase;
let providers: Providers;
let service: StartedService;

beforeAll(async () => {
  database = await freshDatabase();
  providers = await Providers.start();
  const config = alertingVariables(database, providers.env);
  service = await prepareService({ app: 'alerting', config, module: AlertingModule });
});
afterAll(async () => {
  await service.stop();
  await providers.stop();
  await database.drop();
});

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
  const notices = database.db.collection<NoticeDocument>('notices');
  const found = await notices.find({ 'letter.text': text }).toArray();
  for (const { _id, channel } of found) await service.get(DeliveryService).deliver(channel, _id);
  return notices.find({ _id: { $in: found.map(({ _id }) => _id) } }).toArray();
};

describe('a letter', () => {
  it('goes out by SMS and e-mail, and what it said is forgotten then', async () => {
    const text = `code ${randomUUID().slice(0, 8)}`;
    await service.get(LettersService).post(SYSTEM, letter({ text }));
    const notices = await posted(text);
    expect(notices).toMatchObject([{ state: 'sent' }, { state: 'sent' }]);
    expect(JSON.stringify(notices)).not.toContain(text);
    await until(() => providers.sms.some(({ body }) => body === text));
    await until(() => providers.emails.some(({ raw }) => raw.includes(text)));
  });

  it('is posted once, however often it is asked for', async () => {
    const text = randomUUID();
    const asked = letter({ text, contact: null });
    await Promise.all(Array.from({ length: 5 }, () => service.get(LettersService).post(SYSTEM, asked)));
    expect(await posted(text)).toHaveLength(1);
  });

  it('is not sent once it is of no use any more', async () => {
    const text = randomUUID();
    await service.get(LettersService).post(SYSTEM, letter({ text, goodUntil: Date.now() - 1 }));
    expect((await posted(text)).map(({ state }) => state)).toEqual(['failed', 'failed']);
  });

  it('is posted by services alone', async () => {
    const admin: Actor = { id: 'a1', role: 'admin', managerId: null, mqttAdmin: true };
    await expect(service.get(LettersService).post(admin, letter())).rejects.toMatchObject({
      failure: { kind: 'forbidden' },
    });
  });
});

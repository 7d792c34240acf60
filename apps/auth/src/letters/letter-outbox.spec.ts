import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Letter } from '@telemon/contracts/alerting/letters';
import { DomainError, unavailable } from '@telemon/platform/errors';
import { Lifecycle } from '@telemon/platform/lifecycle';
import type { Asker } from '@telemon/platform/messaging/asker';
import { metricsText } from '@telemon/platform/metrics';
import { Mongo } from '@telemon/platform/mongo';
import { until } from '@telemon/testing/waiting';
import { GivenAuth } from '../../testing/given-auth.ts';
import { LetterOutbox } from './letter-outbox.ts';

let auth: GivenAuth;

beforeAll(async () => {
  auth = await GivenAuth.start();
});
afterAll(() => auth.stop());

/** An outbox that posts to `take` instead of alerting. */
const outboxTo = (take: (letter: Letter) => void): LetterOutbox => {
  const asker = { ask: async (_: unknown, letter: Letter) => take(letter) } as unknown as Asker;
  return new LetterOutbox(auth.get(Mongo), asker, new Lifecycle());
};
const waiting = async () =>
  (await auth.database.db.collection<{ letter: Letter }>('letter_outbox').find().toArray()).map(
    ({ letter }) => letter.subject,
  );
const saying = (subject: string) => ({ subject, text: 'Hello', email: 'mona@example.com' });

it('the letter outbox posts the letters after a refused one, and tries the refused one again', async () => {
  const taken: string[] = [];
  let isRefused = true;
  const outbox = outboxTo(({ subject }) => {
    if (isRefused && subject === 'First')
      throw new DomainError({ code: 'Odd', kind: 'invalid', message: 'Odd' });
    taken.push(subject);
  });
  await outbox.write(saying('First'));
  await outbox.write(saying('Second'));
  outbox.nudge();
  await until(async () => taken.includes('Second') && (await waiting()).length === 1);
  expect(await waiting()).toEqual(['First']);

  isRefused = false;
  await until(async () => {
    outbox.nudge();
    return (await waiting()).length === 0;
  });
  expect(taken).toEqual(['Second', 'First']);
});

it('the letter outbox keeps every letter while alerting is unavailable', async () => {
  let attempts = 0;
  const outbox = outboxTo(() => {
    attempts += 1;
    throw unavailable();
  });
  await outbox.write(saying('First'));
  await outbox.write(saying('Second'));
  outbox.nudge();
  await until(() => attempts > 0);
  expect(await waiting()).toEqual(['First', 'Second']);
});

it('the letter outbox posts no decoy, and drops it', async () => {
  await auth.database.db.collection('letter_outbox').deleteMany({});
  const taken: string[] = [];
  const outbox = outboxTo(({ subject }) => void taken.push(subject));
  await outbox.write({ ...saying('Decoy'), isDecoy: true });
  await outbox.write(saying('Letter'));
  await until(async () => {
    outbox.nudge();
    return (await waiting()).length === 0;
  });
  expect(taken).toEqual(['Letter']);
});

it('the letter outbox posts an expired letter, so that its row in alerting says why it was not sent', async () => {
  await auth.database.db.collection('letter_outbox').deleteMany({});
  let isAvailable = false;
  const taken: string[] = [];
  const outbox = outboxTo(({ subject }) => {
    if (!isAvailable) throw unavailable();
    taken.push(subject);
  });
  await outbox.write({ ...saying('Code'), lastsMs: -1 });
  outbox.nudge();
  isAvailable = true;
  await until(async () => {
    outbox.nudge();
    return (await waiting()).length === 0;
  });
  expect(taken).toEqual(['Code']);
});

it('the letter outbox keeps a letter that alerting refused until its expiry, with the reason, and posts it no more', async () => {
  const counted = async () =>
    Number(/^auth_letters_refused_total (\d+)/m.exec(await metricsText())?.[1] ?? 0);
  const before = await counted();
  const rows = auth.database.db.collection('letter_outbox');
  await rows.deleteMany({});
  let attempts = 0;
  const outbox = outboxTo(({ subject }) => {
    if (subject !== 'Code') return;
    attempts += 1;
    throw new DomainError({ code: 'Odd', kind: 'invalid', message: 'Odd' });
  });
  await outbox.write({ ...saying('Code'), lastsMs: -1 });
  outbox.nudge();
  await until(async () => (await rows.countDocuments({ refusedFor: 'Odd' })) === 1);
  await outbox.write(saying('Later'));
  await until(async () => {
    outbox.nudge();
    return !(await waiting()).includes('Later');
  });
  expect(attempts).toBe(1);
  expect(await waiting()).toEqual(['Code']);
  expect(await counted()).toBe(before + 1);
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SYSTEM } from '@telemon/contracts/actor';
import { NewUser, type User } from '@telemon/contracts/auth/users';
import { HOUR_MS } from '@telemon/contracts/durations';
import { GivenAuth, PASSWORD, uniqueEmail } from '../../testing/given-auth.ts';
import { anActor } from '../../testing/given-replicas.ts';
import { ResetService } from '../reset/reset.service.ts';
import { InvitationsService } from './invitations.service.ts';
import { UsersService } from './users.service.ts';

const CHOSEN = 'a password of hers';
const ended = { code: 'InvitationEnded', failure: { kind: 'not-found' } };

let auth: GivenAuth;
let invitations: InvitationsService;
let users: UsersService;

beforeAll(async () => {
  auth = await GivenAuth.start();
  invitations = auth.get(InvitationsService);
  users = auth.get(UsersService);
});
afterAll(() => auth.stop());

let addresses = 0;
const from = () => `198.51.100.${++addresses}`;
const invited = (changes: Partial<NewUser> = {}) => auth.user({ password: null, invite: true, ...changes });
const tokenTo = async (email: string): Promise<string> => {
  const [letter] = await auth.lettersTo(email);
  return /^https:\/\/telemon\.example\.com\/auth\/invitation#([\w-]{43})$/.exec(letter!.link!.address)![1]!;
};
const signIn = (email: string, password = CHOSEN) => users.signIn(email, password, async () => true);
const outcomesOf = async (attempts: Promise<unknown>[]) =>
  (await Promise.allSettled(attempts)).filter(({ status }) => status === 'fulfilled').length;

describe('an invited user', () => {
  it('chooses a password by the link in the letter, and signs in with it', async () => {
    const { email, name } = await invited();
    const token = await tokenTo(email);
    expect(await auth.lettersTo(email)).toMatchObject([
      { subject: 'Your invitation to Telemon', contact: null, link: { label: 'Choose a password' } },
    ]);
    expect(await signIn(email)).toBeNull();
    await expect(invitations.read(token)).resolves.toMatchObject({ name, email });
    await expect(invitations.accept(token, CHOSEN)).resolves.toBeNull();
    expect(await signIn(email)).toBe(true);
    // No letter reports a first password.
    expect(await auth.lettersTo(email)).toHaveLength(1);
  });

  it('learns from the letter which user invites, also when another user sends it again', async () => {
    const manager = await auth.user({ name: 'Maud Manager' });
    const ines = { name: 'Ines Invited', email: uniqueEmail(), contact: '+15005550006', invite: true };
    const { id, email } = await users.create(anActor(manager.id, 'manager'), NewUser.parse(ines));
    const admin = await auth.user({ name: 'Adam Admin', userRole: 'admin' });
    await invitations.send(anActor(admin.id, 'admin'), id, from());
    const [second, first] = await auth.lettersTo(email);
    expect(first!.text).toMatch(/^Hello Ines Invited,\n\nMaud Manager invites you to Telemon/);
    expect(second!.text).toContain('\n\nAdam Admin invites you to Telemon');
  });

  it('learns of the invitation also where no user made it', async () => {
    const { email } = await invited();
    const [letter] = await auth.lettersTo(email);
    expect(letter!.text).toContain('\n\nYou are invited to Telemon');
    // Each sentence begins with a capital.
    expect(letter!.text).not.toMatch(/(^|[.!?,]\s*\n+|[.!?] )[a-z]/);
  });

  it('has a token that the database holds only as a hash', async () => {
    const { id, email } = await invited();
    const token = await tokenTo(email);
    const row = await auth.database.db.collection<{ _id: string }>('invitations').findOne({ _id: id });
    expect(row).toMatchObject({ hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(JSON.stringify(row)).not.toContain(token);
  });

  it('uses the link once, also with ten requests at the same time', async () => {
    const { email } = await invited();
    const token = await tokenTo(email);
    const passwords = Array.from({ length: 10 }, (_, number) => `${CHOSEN} ${number}`);
    expect(await outcomesOf(passwords.map((password) => invitations.accept(token, password)))).toBe(1);
    await expect(invitations.accept(token, CHOSEN)).rejects.toMatchObject(ended);
    await expect(invitations.read(token)).rejects.toMatchObject(ended);
  });

  it('can use the link for 72 hours', async () => {
    const before = Date.now();
    const { id, email } = await invited();
    const token = await tokenTo(email);
    const lastsMs = Date.parse((await invitations.read(token)).expiresAt) - before;
    expect(lastsMs).toBeGreaterThanOrEqual(72 * HOUR_MS);
    expect(lastsMs).toBeLessThan(72 * HOUR_MS + 60_000);
    const rows = auth.database.db.collection<{ _id: string; expiresAt: Date }>('invitations');
    await rows.updateOne({ _id: id }, { $set: { expiresAt: new Date() } });
    await expect(invitations.read(token)).rejects.toMatchObject(ended);
    await expect(invitations.accept(token, CHOSEN)).rejects.toMatchObject(ended);
  });

  it('may have a password from the beginning, and gets the letter in addition', async () => {
    const { email } = await invited({ password: PASSWORD });
    expect(await signIn(email, PASSWORD)).toBe(true);
    await expect(invitations.accept(await tokenTo(email), CHOSEN)).resolves.toBeNull();
    expect(await signIn(email, PASSWORD)).toBeNull();
    expect(await signIn(email)).toBe(true);
  });

  it('can reset the password that was never chosen, which ends the link', async () => {
    const { email } = await invited();
    const token = await tokenTo(email);
    await auth.get(ResetService).sendCode(email, from());
    await auth.get(ResetService).reset(email, await auth.codeTo(email), CHOSEN);
    await expect(invitations.accept(token, 'another password')).rejects.toMatchObject(ended);
    expect(await signIn(email)).toBe(true);
  });
});

describe('a link ends', () => {
  it.each<[string, (user: User) => Promise<unknown>]>([
    ['with its user', ({ id }) => users.remove(SYSTEM, id)],
    ['if its user gets another address', ({ id }) => users.update(SYSTEM, id, { email: uniqueEmail() })],
    [
      'if its user gets a password from the admin',
      ({ id }) => users.update(SYSTEM, id, { password: PASSWORD }),
    ],
    [
      'if its user gets another manager',
      async ({ id }) => users.update(SYSTEM, id, { managerId: (await auth.user()).id }),
    ],
    [
      'for good if its user gets another address, also where they get the former one again',
      async ({ id, email }) => {
        await users.update(SYSTEM, id, { email: uniqueEmail() });
        await users.update(SYSTEM, id, { email });
      },
    ],
    [
      'for good if its user gets another manager, also where they get the former one again',
      async ({ id, managerId }) => {
        await users.update(SYSTEM, id, { managerId: (await auth.user()).id });
        await users.update(SYSTEM, id, { managerId: managerId! });
      },
    ],
    ['if another invitation is sent', ({ id }) => invitations.send(SYSTEM, id, from())],
  ])('%s', async (_when, change) => {
    const manager = await auth.user();
    const user = await invited({ userRole: 'assistant', managerId: manager.id });
    const token = await tokenTo(user.email);
    await change(user);
    await expect(invitations.read(token)).rejects.toMatchObject(ended);
    await expect(invitations.accept(token, CHOSEN)).rejects.toMatchObject(ended);
    expect(await signIn(user.email)).toBeNull();
  });

  it('only once the change is committed: of a link and a new address at the same time, one takes effect', async () => {
    const user = await invited();
    const token = await tokenTo(user.email);
    const email = uniqueEmail();
    const [accepted, moved] = await Promise.allSettled([
      invitations.accept(token, CHOSEN),
      users.update(SYSTEM, user.id, { email }),
    ]);
    expect(moved.status).toBe('fulfilled');
    expect(await signIn(email)).toBe(accepted.status === 'fulfilled' ? true : null);
  });

  it.each(['', 'nonsense', 'x'.repeat(64)])('or never began: %p', async (token) => {
    await expect(invitations.read(token)).rejects.toMatchObject(ended);
    await expect(invitations.accept(token, CHOSEN)).rejects.toMatchObject(ended);
  });
});

describe('another invitation', () => {
  it('is sent until the user has signed in', async () => {
    const user = await invited();
    expect(user.hasSignedIn).toBe(false);
    await invitations.send(SYSTEM, user.id, from());
    await invitations.accept(await tokenTo(user.email), CHOSEN);
    await signIn(user.email);
    await expect(users.get(SYSTEM, user.id)).resolves.toMatchObject({ hasSignedIn: true });
    await expect(invitations.send(SYSTEM, user.id, from())).rejects.toMatchObject({
      code: 'AlreadySignedIn',
      failure: { kind: 'conflict' },
    });
  });

  it('is sent by the manager of the user, and by no other', async () => {
    const [manager, other] = [await auth.user(), await auth.user()];
    const { id, email } = await invited({ userRole: 'assistant', managerId: manager.id });
    await expect(invitations.send(anActor(other.id, 'manager'), id, from())).rejects.toMatchObject({
      code: 'UserNotFound',
    });
    await invitations.send(anActor(manager.id, 'manager'), id, from());
    expect(await auth.lettersTo(email)).toHaveLength(2);
  });

  it('is limited as codes are', async () => {
    const { id } = await invited();
    const sent = Array.from({ length: 8 }, () => invitations.send(SYSTEM, id, from()));
    // Making the account was the first of five.
    expect(await outcomesOf(sent)).toBe(4);
    await expect(invitations.send(SYSTEM, id, from())).rejects.toMatchObject({ code: 'TooManyCodes' });
  });
});

describe('invitations to one address', () => {
  it('are limited also where the account is deleted and made anew', async () => {
    const assistant = {
      userRole: 'assistant',
      managerId: (await auth.user()).id,
      email: uniqueEmail(),
    } as const;
    for (let round = 0; round < 5; round++) await users.remove(SYSTEM, (await invited(assistant)).id);
    await expect(invited(assistant)).rejects.toMatchObject({ code: 'TooManyCodes' });
  });
});

describe('a new user', () => {
  const fields = { name: 'Mona Manager', email: 'mona@example.com', contact: '+15005550006' };

  it.each([undefined, null, ''])('without an invitation needs a password: %p is none', (password) => {
    const result = NewUser.safeParse({ ...fields, password });
    expect(result.error?.issues).toMatchObject([{ path: ['password'], message: 'This field is required' }]);
  });

  it('without an invitation gets no letter', async () => {
    const { email } = await auth.user();
    expect(await auth.lettersTo(email)).toEqual([]);
  });

  it('is not stored if the invitation cannot be', async () => {
    const email = uniqueEmail();
    const { status } = await auth.whileMongoLeavesAt('insert', 'letter_outbox', () => invited({ email }));
    expect(status).toBe('rejected');
    expect(await auth.database.db.collection('users').countDocuments({ email })).toBe(0);
  });
});

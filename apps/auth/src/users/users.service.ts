import { Injectable } from '@nestjs/common';
import { type Actor, isAdmin } from '@telemon/contracts/actor';
import type { AnswerOf, RequestOf } from '@telemon/contracts/call';
import { ownership } from '@telemon/contracts/devices/ownership';
import type { NewUser, User, UserChange, users as calls } from '@telemon/contracts/auth/users';
import { FactOutbox } from '@telemon/platform/facts/fact-outbox';
import { Asker } from '@telemon/platform/messaging/asker';
import { Mongo } from '@telemon/platform/mongo';
import { isDuplicateKey } from '@telemon/platform/mongo-outcome';
import { Together } from '@telemon/platform/together';
import { type ClientSession, ObjectId } from 'mongodb';
import { LetterOutbox } from '../letters/letter-outbox.ts';
import { LoginLimits } from '../limits/login-limits.ts';
import { LocationsService } from '../locations/locations.service.ts';
import { Sessions } from '../tokens/sessions.ts';
import { type CompleteUser, byAdmin, byManager } from './new-user.ts';
import { lettersAbout, passwordChanged } from './account-letters.ts';
import { Passwords } from './passwords.ts';
import { allowedChange } from './permissions.ts';
import { type UserDocument, asUser, emailKeyOf, stateOf } from './user-document.ts';
import {
  emailTaken,
  lastAdmin,
  managerNeeded,
  managerOwns,
  missing,
  onlyAdmins,
  onlyAssistants,
  ownAccount,
  userNotFound,
  wrongCurrentPassword,
} from './users.errors.ts';
import { UsersRepository } from './users.repository.ts';

/** What the documents have in the place of a location for all of them. */
const ALL = '0';

/** Somebody whose password was right, and what they get then. */
interface Opening {
  known: UserDocument;
  open: (user: User, session: ClientSession) => Promise<unknown>;
}
/** Most sign-ins in one transaction. */
const MOST_OPENINGS = 32;

/** Nobody becomes the assistant of a manager who is deleted at that moment. */
const turnOf = (managerId: string) => `manager ${managerId}`;

@Injectable()
export class UsersService {
  /** One by one, sign-ins of one account at the same time would hold each other up: each writes to the user. */
  private readonly openings = new Together<Opening, unknown>(
    (lot) =>
      this.mongo.transaction(async (session) => {
        const opened: unknown[] = [];
        for (const { known, open } of lot) {
          const user = await this.repository.takeForSignIn(known, session);
          opened.push(user && (await open(asUser(user), session)));
        }
        return opened;
      }),
    MOST_OPENINGS,
  );

  constructor(
    private readonly repository: UsersRepository,
    private readonly passwords: Passwords,
    private readonly sessions: Sessions,
    private readonly locations: LocationsService,
    private readonly limits: LoginLimits,
    private readonly letters: LetterOutbox,
    private readonly mongo: Mongo,
    private readonly facts: FactOutbox,
    private readonly asker: Asker,
  ) {
    locations.keepWhile((id, session) => repository.isLocated(id, session));
  }

  async create(actor: Actor, request: NewUser): Promise<User> {
    if (isAdmin(actor.role)) return this.make(byAdmin(request));
    const manager = actor.role === 'manager' ? await this.repository.byId(actor.id) : null;
    if (!manager) throw onlyAdmins();
    return this.make(byManager(request, manager));
  }

  async list(actor: Actor, query: RequestOf<typeof calls.list>): Promise<AnswerOf<typeof calls.list>> {
    const { rows, totalCount } = await this.repository.page(actor, query);
    return { users: rows.map(asUser), pagination: { totalCount } };
  }

  async get(actor: Actor, id: string): Promise<User> {
    const user = await this.repository.find(actor, id);
    if (!user) throw userNotFound();
    return asUser(user);
  }

  /** @throws where the actor may not change one of the fields, or does not say their own password where it is needed. */
  async update(actor: Actor, id: string, change: UserChange): Promise<User> {
    const { password, currentPassword, managerChanged: _, ...fields } = change;
    const known = await this.repository.find(actor, id);
    if (!known) throw userNotFound();
    const isOwn = actor.id === id;
    const changesLogin = password != null || (fields.email !== undefined && fields.email !== known.email);
    if (isOwn && changesLogin) await this.confirm(known, currentPassword);
    const passwordHash = password == null ? null : await this.passwords.hash(password);
    const { user, letters } = await this.orTaken(fields.email, () =>
      this.facts.commit(async (session, tell) => {
        const before = await this.repository.find(actor, id, session);
        if (!before) throw userNotFound();
        const allowed = allowedChange(actor, before, fieldsOf(fields));
        const after = { ...before, ...allowed, ...(passwordHash && { passwordHash }) };
        after.emailKey = emailKeyOf(after.email);
        if (allowed.locationId) {
          after.locationName = (await this.locations.take(allowed.locationId, session)).locationName;
        }
        if (allowed.managerId) {
          if (before.userRole !== 'assistant') throw onlyAssistants();
          await this.refuseUnlessManager(allowed.managerId, session);
        }
        await this.repository.replace(after, session);
        const endsTokens =
          passwordHash !== null ||
          after.managerId !== before.managerId ||
          after.mqttAdmin !== before.mqttAdmin;
        const written = isOwn ? lettersAbout(before, after) : [];
        for (const letter of written) await this.letters.write(letter, session);
        if (endsTokens)
          await this.sessions.endAllOf(id, { session, but: isOwn ? actor.sessionId : undefined });
        await tell({ kind: 'user', key: id, state: stateOf(after) });
        return { user: after, letters: written };
      }),
    );
    if (letters.length > 0) this.letters.nudge();
    return asUser(user);
  }

  /** Removes a user. @throws for oneself, for the last admin, and for a manager who still owns something. */
  async remove(actor: Actor, id: string): Promise<null> {
    if (actor.id === id) throw ownAccount();
    await this.facts.commit(async (session, tell) => {
      const user = await this.repository.remove(actor, id, session);
      if (!user) throw userNotFound();
      if (isAdmin(user.userRole)) {
        await this.repository.takeTurn('admins', session);
        if ((await this.repository.countAdmins(session)) < 1) throw lastAdmin();
      }
      if (user.userRole === 'manager') await this.refuseWhileOwning(id, session);
      await this.sessions.endAllOf(id, { session });
      await tell({ kind: 'user', key: id, state: null });
    });
    return null;
  }

  /** All managers, or those of a location. */
  async managers(
    actor: Actor,
    { locationId }: RequestOf<typeof calls.managers>,
  ): Promise<AnswerOf<typeof calls.managers>> {
    if (!isAdmin(actor.role)) throw onlyAdmins();
    const managers = await this.repository.managers(locationId === ALL ? undefined : locationId);
    return { managers: managers.map(({ _id, name }) => ({ id: _id, name })) };
  }

  hasAdmin(): Promise<boolean> {
    return this.repository.countAdmins().then((count) => count > 0);
  }

  /**
   * Opens what the user with this address and password gets; null where there is none, after the same work. Whatever
   * changed about them while the password was checked is either seen by `open`, or comes after what it wrote.
   */
  async signIn<Opened>(
    email: string,
    password: string,
    open: (user: User, session: ClientSession) => Promise<Opened>,
  ): Promise<Opened | null> {
    const known = await this.repository.byEmail(email);
    const matches = await this.passwords.matches(known?.passwordHash, password);
    if (!known || !matches) return null;
    return (await this.openings.do({ known, open })) as Opened | null;
  }

  async withEmail(email: string): Promise<User | null> {
    const user = await this.repository.byEmail(email);
    return user && asUser(user);
  }

  /**
   * Gives a user another password and ends all their sessions; they are told. False where `allows`, which may write in the same
   * transaction, says no: what it wrote stays.
   */
  async setPassword(
    id: string,
    password: string,
    allows: (session: ClientSession) => Promise<boolean>,
  ): Promise<boolean> {
    const passwordHash = await this.passwords.hash(password);
    const isSet = await this.mongo.transaction(async (session) => {
      if (!(await allows(session))) return false;
      const user = await this.repository.byId(id, session);
      if (!user) throw userNotFound();
      await this.repository.replace({ ...user, passwordHash }, session);
      await this.sessions.endAllOf(id, { session });
      await this.letters.write(passwordChanged(user.email), session);
      return true;
    });
    if (isSet) this.letters.nudge();
    return isSet;
  }

  async withId(id: string, session: ClientSession): Promise<User | null> {
    const user = await this.repository.byId(id, session);
    return user && asUser(user);
  }

  /**
   * Stores a new user and tells of them, in one transaction with what `first` does.
   * @throws where the address is taken, or manager or location are not there
   */
  async make(
    { password, ...fields }: CompleteUser,
    first?: (session: ClientSession) => Promise<void>,
  ): Promise<User> {
    const made = {
      ...fields,
      _id: new ObjectId().toHexString(),
      emailKey: emailKeyOf(fields.email),
      passwordHash: await this.passwords.hash(password),
      createdAt: new Date(),
    };
    const user = await this.orTaken(fields.email, () =>
      this.facts.commit(async (session, tell) => {
        await first?.(session);
        const { locationId, managerId } = fields;
        if (managerId !== null) await this.refuseUnlessManager(managerId, session);
        const location = locationId === null ? null : await this.locations.take(locationId, session);
        const document: UserDocument = { ...made, locationName: location?.locationName ?? '' };
        await this.repository.insert(document, session);
        await tell({ kind: 'user', key: document._id, state: stateOf(document) });
        return document;
      }),
    );
    return asUser(user);
  }

  /** @throws where somebody doesn't say the password that they have now; counted as attempts to sign in are. */
  private async confirm(
    { _id, email, passwordHash }: UserDocument,
    password: string | null | undefined,
  ): Promise<void> {
    if (password == null) throw missing('currentPassword');
    const isRight = await this.limits.attempt(
      email,
      `user ${_id}`,
      async () => (await this.passwords.matches(passwordHash, password)) || null,
    );
    if (!isRight) {
      throw wrongCurrentPassword(undefined, { fields: { currentPassword: 'The current password is wrong' } });
    }
  }

  /** @throws while a manager has assistants here, or anything where devices are kept. */
  private async refuseWhileOwning(id: string, session: ClientSession): Promise<void> {
    await this.repository.takeTurn(turnOf(id), session);
    const owned = (await this.repository.hasAssistants(id, session)) ? ['assistants'] : [];
    const { owns } = await this.asker.ask(ownership.of, { managerId: id });
    if (owned.length + owns.length > 0) throw managerOwns({ what: [...owned, ...owns].join(', ') });
  }

  private async refuseUnlessManager(id: string, session: ClientSession): Promise<void> {
    await this.repository.takeTurn(turnOf(id), session);
    const manager = await this.repository.byId(id, session);
    if (manager?.userRole !== 'manager') {
      throw managerNeeded(undefined, { fields: { managerId: 'Choose a manager' } });
    }
  }

  private async orTaken<Result>(email: string | undefined, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (!isDuplicateKey(error) || email === undefined) throw error;
      throw emailTaken({ email }, { fields: { email: 'There is already a user with this address' } });
    }
  }
}

/** Nobody loses their manager: a form that has no manager to choose sends nothing in its place. */
const fieldsOf = ({
  managerId,
  ...fields
}: Omit<UserChange, 'password' | 'currentPassword' | 'managerChanged'>): typeof fields & {
  managerId?: string;
} => (managerId == null ? fields : { ...fields, managerId });

import { Injectable } from '@nestjs/common';
import { type Actor, isAdmin } from '@telemon/contracts/actor';
import type { NewUser, User, UserChange, users as calls } from '@telemon/contracts/auth/users';
import type { AnswerOf, RequestOf } from '@telemon/contracts/call';
import { CallBatcher } from '@telemon/platform/call-batcher';
import { FactOutbox } from '@telemon/platform/facts/fact-outbox';
import { onlyAdmins, refuseAllButAdmins } from '@telemon/platform/messaging/role-errors';
import { Mongo } from '@telemon/platform/mongo';
import { isDuplicateKey } from '@telemon/platform/mongo-outcome';
import { type ClientSession, ObjectId } from 'mongodb';
import { LetterOutbox } from '../letters/letter-outbox.ts';
import { CodeLimits } from '../limits/code-limits.ts';
import { LoginLimits } from '../limits/login-limits.ts';
import { LocationsService } from '../locations/locations.service.ts';
import { Sessions } from '../tokens/sessions.ts';
import { type CompleteUser, byAdmin, byManager } from './new-user.ts';
import { lettersAbout, passwordChanged } from './account-letters.ts';
import { Passwords } from './passwords.ts';
import { Invitations } from './invitations.ts';
import { ManagerChecks } from './manager-checks.ts';
import { allowedChange, fieldsOf } from './permissions.ts';
import { type UserDocument, asUser, emailKeyOf, stateOf } from './user-document.ts';
import {
  currentPasswordIsWrong,
  emailTaken,
  lastAdmin,
  missing,
  onlyAssistants,
  ownAccount,
  userNotFound,
} from './users.errors.ts';
import { UsersRepository } from './users.repository.ts';

/** The location id that stands for all locations in the API. */
const ALL = '0';

/** A user whose password was right, and the callback that signs them in. */
interface Opening {
  known: UserDocument;
  open: (user: User, session: ClientSession) => Promise<unknown>;
}
/** Most sign-ins in one transaction. */
const MOST_OPENINGS = 32;

@Injectable()
export class UsersService {
  /** Batched, because concurrent sign-ins of one account would conflict: each writes to the user. */
  private readonly openings = new CallBatcher<Opening, unknown>(
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
    private readonly codeLimits: CodeLimits,
    private readonly letters: LetterOutbox,
    private readonly invitations: Invitations,
    private readonly mongo: Mongo,
    private readonly managerChecks: ManagerChecks,
    private readonly facts: FactOutbox,
  ) {
    locations.keepWhile((id, session) => repository.isLocated(id, session));
  }

  async create(actor: Actor, request: NewUser): Promise<User> {
    // An admin may add many users from one network address.
    if (request.invite) await this.codeLimits.take([emailKeyOf(request.email)], null);
    const maker = await this.repository.byId(actor.id);
    const invitedBy = maker?.name ?? null;
    if (isAdmin(actor.role)) return this.make(byAdmin(request), { invitedBy });
    if (actor.role !== 'manager' || !maker) throw onlyAdmins();
    return this.make(byManager(request, maker), { invitedBy });
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

  /** @throws if the actor may not change one of the fields, or does not give their current password where it is needed. */
  async update(actor: Actor, id: string, change: UserChange): Promise<User> {
    const { password, currentPassword, managerChanged: _, ...fields } = change;
    const known = await this.repository.find(actor, id);
    if (!known) throw userNotFound();
    const isOwn = actor.id === id;
    // A one-time code to the address or the number is enough to replace a forgotten password.
    const changesLogin =
      password != null ||
      (['email', 'contact'] as const).some(
        (field) => fields[field] !== undefined && fields[field] !== known[field],
      );
    if (isOwn && changesLogin) await this.confirm(known, currentPassword);
    const passwordHash = password == null ? null : await this.passwords.hash(password);
    const { user, letters } = await this.orTaken(fields.email, () =>
      this.facts.commit(async (session, publish) => {
        const before = await this.repository.find(actor, id, session);
        if (!before) throw userNotFound();
        // A password reset may have committed since the check.
        if (isOwn && changesLogin && before.passwordHash !== known.passwordHash)
          throw currentPasswordIsWrong();
        const allowed = allowedChange(actor, before, fieldsOf(fields));
        const after = { ...before, ...allowed, ...(passwordHash && { passwordHash }) };
        after.emailKey = emailKeyOf(after.email);
        if (allowed.locationId) {
          after.locationName = (await this.locations.take(allowed.locationId, session)).locationName;
        }
        if (allowed.managerId) {
          if (before.userRole !== 'assistant') throw onlyAssistants();
          await this.managerChecks.refuseUnlessManager(allowed.managerId, session);
        }
        await this.repository.replace(after, session);
        if (after.emailKey !== before.emailKey || after.managerId !== before.managerId)
          await this.invitations.end(id, session);
        const endsTokens =
          passwordHash !== null ||
          after.managerId !== before.managerId ||
          after.mqttAdmin !== before.mqttAdmin;
        const written = isOwn ? lettersAbout(before, after) : [];
        for (const letter of written) await this.letters.write(letter, session);
        if (endsTokens)
          await this.sessions.endAllOf(id, { session, but: isOwn ? actor.sessionId : undefined });
        await publish({ kind: 'user', key: id, state: stateOf(after) });
        return { user: after, letters: written };
      }),
    );
    if (letters.length > 0) this.letters.nudge();
    return asUser(user);
  }

  /** Removes a user. @throws for the actor, for the last admin, and for a manager who still owns something. */
  async remove(actor: Actor, id: string): Promise<null> {
    if (actor.id === id) throw ownAccount();
    await this.facts.commit(async (session, publish) => {
      const user = await this.repository.remove(actor, id, session);
      if (!user) throw userNotFound();
      if (isAdmin(user.userRole)) {
        await this.repository.takeTurn('admins', session);
        if ((await this.repository.countAdmins(session)) < 1) throw lastAdmin();
      }
      if (user.userRole === 'manager') await this.managerChecks.refuseWhileOwning(id, session);
      await this.sessions.endAllOf(id, { session });
      await publish({ kind: 'user', key: id, state: null });
    });
    return null;
  }

  /** All managers, or those of a location. */
  async managers(
    actor: Actor,
    { locationId }: RequestOf<typeof calls.managers>,
  ): Promise<AnswerOf<typeof calls.managers>> {
    refuseAllButAdmins(actor);
    const managers = await this.repository.managers(locationId === ALL ? undefined : locationId);
    return { managers: managers.map(({ _id, name }) => ({ id: _id, name })) };
  }

  /** The ids among these that belong to users whom the actor may see. */
  async existing(actor: Actor, ids: string[]): Promise<{ ids: string[] }> {
    return { ids: await this.repository.existing(actor, ids) };
  }

  hasAdmin(): Promise<boolean> {
    return this.repository.countAdmins().then((count) => count > 0);
  }

  /**
   * Calls `open` for the user with this address and password; null if there is none, after the same work. A change of the
   * user during the password check is either visible to `open`, or committed after its writes.
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
   * Sets a user's password, ends all their sessions and sends them a letter. `allows` may write in the same transaction; if
   * it returns false, only its writes are committed, and the result is false.
   */
  async setPassword(
    id: string,
    password: string,
    allows: (session: ClientSession, user: UserDocument) => Promise<boolean>,
  ): Promise<boolean> {
    const passwordHash = await this.passwords.hash(password);
    const isSet = await this.mongo.transaction(async (session) => {
      const user = await this.repository.byId(id, session);
      if (!user) throw userNotFound();
      if (!(await allows(session, user))) return false;
      await this.repository.replace({ ...user, passwordHash }, session);
      await this.sessions.endAllOf(id, { session });
      // A first password is no news to the person who has just chosen it.
      if (user.passwordHash) await this.letters.write(passwordChanged(user.email), session);
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
   * Stores a new user, invites them if wanted and publishes the fact, in one transaction with `first`. The letter names the user who
   * invites.
   * @throws if the address is taken, or the manager or the location does not exist.
   */
  async make(
    { password, invite, ...fields }: CompleteUser,
    {
      first,
      invitedBy = null,
    }: { first?: (session: ClientSession) => Promise<void>; invitedBy?: string | null } = {},
  ): Promise<User> {
    const made = {
      ...fields,
      _id: new ObjectId().toHexString(),
      emailKey: emailKeyOf(fields.email),
      ...(password !== null && { passwordHash: await this.passwords.hash(password) }),
      createdAt: new Date(),
    };
    const user = await this.orTaken(fields.email, () =>
      this.facts.commit(async (session, publish) => {
        await first?.(session);
        const { locationId, managerId } = fields;
        if (managerId !== null) await this.managerChecks.refuseUnlessManager(managerId, session);
        const location = locationId === null ? null : await this.locations.take(locationId, session);
        const document: UserDocument = { ...made, locationName: location?.locationName ?? '' };
        await this.repository.insert(document, session);
        if (invite) await this.invitations.send(document, invitedBy, session);
        await publish({ kind: 'user', key: document._id, state: stateOf(document) });
        return document;
      }),
    );
    if (invite) this.letters.nudge();
    return asUser(user);
  }

  /** @throws if the current password is missing or wrong. The limits of sign-in count these attempts, too. */
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
    if (!isRight) throw currentPasswordIsWrong();
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

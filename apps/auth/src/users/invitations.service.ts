import { Injectable } from '@nestjs/common';
import type { Actor } from '@telemon/contracts/actor';
import type { Invitation } from '@telemon/contracts/auth/invitations';
import { Mongo } from '@telemon/platform/mongo';
import { LetterOutbox } from '../letters/letter-outbox.ts';
import { CodeLimits } from '../limits/code-limits.ts';
import { Invitations } from './invitations.ts';
import { alreadySignedIn, invitationEnded, userNotFound } from './users.errors.ts';
import { UsersRepository } from './users.repository.ts';
import { UsersService } from './users.service.ts';

/** Invites users who have not signed in yet, again if need be, and takes the passwords that they choose. */
@Injectable()
export class InvitationsService {
  constructor(
    private readonly repository: UsersRepository,
    private readonly users: UsersService,
    private readonly invitations: Invitations,
    private readonly letters: LetterOutbox,
    private readonly limits: CodeLimits,
    private readonly mongo: Mongo,
  ) {}

  /** Sends another invitation. @throws for a user who has signed in, and beyond the limits of one-time codes. */
  async send(actor: Actor, id: string, address: string): Promise<null> {
    const known = await this.repository.find(actor, id);
    if (!known) throw userNotFound();
    await this.limits.take([known.emailKey], address);
    await this.mongo.transaction(async (session) => {
      const user = await this.repository.find(actor, id, session);
      if (!user) throw userNotFound();
      if (user.signedInAt) throw alreadySignedIn();
      const inviter = await this.repository.byId(actor.id, session);
      await this.invitations.send(user, inviter?.name ?? null, session);
    });
    this.letters.nudge();
    return null;
  }

  /** The account of a link. @throws InvitationEnded if the link is not valid. */
  async read(token: string): Promise<Invitation> {
    const link = await this.invitations.find(token);
    const user = link && (await this.repository.byId(link.userId));
    if (!user || !(await this.invitations.isValid(token, user))) throw invitationEnded();
    return { name: user.name, email: user.email, expiresAt: link.expiresAt.toISOString() };
  }

  /** Sets the password that the holder of a link has chosen. @throws InvitationEnded if the link is not valid. */
  async accept(token: string, password: string): Promise<null> {
    const link = await this.invitations.find(token);
    if (!link || !(await this.repository.byId(link.userId))) throw invitationEnded();
    const isSet = await this.users.setPassword(link.userId, password, (session, user) =>
      this.invitations.use(token, user, session),
    );
    if (!isSet) throw invitationEnded();
    return null;
  }
}

import { Inject, Injectable } from '@nestjs/common';
import { INVITATION_LASTS_H, INVITATION_PATH } from '@telemon/contracts/auth/invitations';
import { HOUR_MS } from '@telemon/contracts/durations';
import { Mongo } from '@telemon/platform/mongo';
import { CONFIG } from '@telemon/platform/platform.module';
import { publicAddress } from '@telemon/platform/public-address';
import type { ClientSession, Collection } from 'mongodb';
import { createHash, randomBytes } from 'node:crypto';
import type { AuthVariables } from '../config.ts';
import { LetterOutbox } from '../letters/letter-outbox.ts';
import { invitation } from './account-letters.ts';
import type { UserDocument } from './user-document.ts';

const LASTS_MS = INVITATION_LASTS_H * HOUR_MS;
const TOKEN_BYTES = 32;

interface InvitationDocument {
  /** The user's id: a new invitation replaces the previous one. */
  _id: string;
  /** The hash of the token; the token itself is only in the letter. */
  hash: string;
  /** The state of the user that the link is valid for. */
  state: string;
  expiresAt: Date;
}

/**
 * Links by which a user chooses a password, each valid once and for 72 hours, until the user gets a password, an address or a
 * manager in another way. The token has 256 random bits, so its plain hash can't be brute-forced.
 */
@Injectable()
export class Invitations {
  private readonly invitations: Collection<InvitationDocument>;
  private readonly page: string;

  constructor(
    mongo: Mongo,
    private readonly letters: LetterOutbox,
    @Inject(CONFIG) { PUBLIC_URL }: Pick<AuthVariables, 'PUBLIC_URL'>,
  ) {
    this.invitations = mongo.collection<InvitationDocument>('invitations', [
      { key: { hash: 1 } },
      { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
    ]);
    this.page = publicAddress(PUBLIC_URL, INVITATION_PATH);
  }

  /**
   * Writes the letter with a new link; the previous link ends when the caller's transaction commits.
   * @param inviter The name of the user who invites, for the letter; null if there is none
   */
  async send(user: UserDocument, inviter: string | null, session: ClientSession): Promise<void> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const expiresAt = new Date(Date.now() + LASTS_MS);
    const link = { hash: hashOf(token), state: stateOf(user), expiresAt };
    await this.invitations.replaceOne({ _id: user._id }, link, { upsert: true, session });
    const letter = invitation(user, inviter, `${this.page}#${token}`);
    await this.letters.write({ ...letter, lastsMs: LASTS_MS }, session);
  }

  /** The user's id and the expiry of a link; null if it was used or replaced, or has expired. */
  async find(token: string): Promise<{ userId: string; expiresAt: Date } | null> {
    const link = await this.invitations.findOne(lasting({ hash: hashOf(token) }));
    return link && { userId: link._id, expiresAt: link.expiresAt };
  }

  /** Whether a link is valid for the present state of its user. */
  async isValid(token: string, user: UserDocument): Promise<boolean> {
    return (await this.invitations.findOne(linkOf(token, user))) !== null;
  }

  /** Uses up a valid link, in the transaction that sets the password; false if it is not valid any more. */
  async use(token: string, user: UserDocument, session: ClientSession): Promise<boolean> {
    return (await this.invitations.deleteOne(linkOf(token, user), { session })).deletedCount === 1;
  }

  /** Ends the link of a user for good, also where the user later is in the state again that it was valid for. */
  async end(userId: string, session: ClientSession): Promise<void> {
    await this.invitations.deleteOne({ _id: userId }, { session });
  }
}

const lasting = <Filter extends object>(filter: Filter) => ({ ...filter, expiresAt: { $gt: new Date() } });
const linkOf = (token: string, user: UserDocument) =>
  lasting({ _id: user._id, hash: hashOf(token), state: stateOf(user) });

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

const stateOf = ({ emailKey, managerId, passwordHash }: UserDocument): string =>
  hashOf(JSON.stringify([emailKey, managerId, passwordHash ?? null]));

import { Injectable } from '@nestjs/common';
import { TOKEN } from '@telemon/contracts/auth/token';
import { DAY_MS } from '@telemon/contracts/durations';
import { logger } from '@telemon/platform/logging';
import { CONFIRMED_WITHIN_MS, Mongo } from '@telemon/platform/mongo';
import { type ClientSession, type Collection, ObjectId, type WithoutId } from 'mongodb';
import { RefreshToken } from './refresh-token.ts';

/** A session that is not used for this long ends. */
const LASTS_MS = 30 * DAY_MS;
/** An ended session is kept until its last access token has expired, plus a minute for clock skew. */
const REMEMBERED_MS = TOKEN.lastsS * 1_000 + 60_000;

/** Most sessions listed per user: a program that signs in anew each time leaves thousands. */
const MOST_SHOWN = 100;

/** Where a session was opened, so that its owner can recognise it. */
export interface Origin {
  address: string;
  userAgent: string;
}

interface SessionDocument extends Origin {
  /** Hash of the token's part that stays the same for the whole session. */
  _id: string;
  /** The public id; it gives no access. */
  id: string;
  /** Hash of the one secret that is valid now; removed when the session ends. */
  secretHash?: string;
  userId: string;
  createdAt: Date;
  usedAt: Date;
  /** Set once the session has ended. */
  endedAt?: Date;
  /** When MongoDB deletes the session; an open one is not valid after this. */
  expiresAt: Date;
}

export interface IssuedSession {
  id: string;
  userId: string;
  refreshToken: string;
  expiresAt: Date;
}

export interface EndedByOwner {
  sessionIds: string[];
  /** Whether the refresh token's session belongs to another user, and was not ended. */
  isOthers: boolean;
}

const OPEN = { endedAt: { $exists: false } } as const;

/**
 * Sessions with rotating refresh tokens: each use replaces the token. The family is as secret as the rest, so a token with
 * a known family and another secret was used before. Then the owner or a thief holds an old token, and the session ends
 * for both, unless the owner repeats the attempt that replaced the token, which a thief can't know.
 */
@Injectable()
export class Sessions {
  private readonly sessions: Collection<SessionDocument>;

  constructor(mongo: Mongo) {
    this.sessions = mongo.collection<SessionDocument>('sessions', [
      { key: { userId: 1, usedAt: -1 } },
      { key: { endedAt: 1 }, partialFilterExpression: { endedAt: { $exists: true } } },
      { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
    ]);
  }

  async open(userId: string, origin: Origin, session?: ClientSession): Promise<IssuedSession> {
    const token = RefreshToken.first();
    const now = new Date();
    const id = new ObjectId().toHexString();
    const expiresAt = new Date(now.getTime() + LASTS_MS);
    const { familyHash: _id, secretHash } = token;
    await this.sessions.insertOne(
      { _id, id, secretHash, userId, ...origin, createdAt: now, usedAt: now, expiresAt },
      { session },
    );
    return { id, userId, refreshToken: token.toString(), expiresAt };
  }

  /** Replaces a token by its successor, or repeats an attempt to; null if the token is not, or no longer, valid. */
  async renew(
    text: string,
    { attempt, transaction }: { attempt?: string | undefined; transaction?: ClientSession } = {},
  ): Promise<IssuedSession | null> {
    const token = RefreshToken.read(text);
    if (!token) return null;
    const next = token.next(attempt);
    // Only the attempt that replaced this token knows the secret that is valid now.
    const secretHash = { $in: [token.secretHash, next.secretHash] };
    const now = new Date();
    const expiresAt = new Date(now.getTime() + LASTS_MS);
    const session = await this.sessions.findOneAndUpdate(
      { _id: token.familyHash, secretHash, expiresAt: { $gt: now } },
      { $set: { secretHash: next.secretHash, usedAt: now, expiresAt } },
      { returnDocument: 'after', session: transaction },
    );
    if (session) return { id: session.id, userId: session.userId, refreshToken: next.toString(), expiresAt };
    const ended = await this.sessions.findOneAndUpdate({ _id: token.familyHash, ...OPEN }, ending(), {
      session: transaction,
    });
    if (ended && ended.expiresAt > now) {
      logger.warn({ userId: ended.userId }, 'refresh token used twice, session ended');
    }
    return null;
  }

  /**
   * Ends the session of the access token, `own`, if there is one, and the session of the refresh token. The latter stays open
   * if it belongs to another user, because a browser sends its cookie with every request.
   * @throws if no majority confirms in time that there is no session of the refresh token: a former primary may lack it
   */
  async end(own: { id: string; userId: string } | null, text: string): Promise<EndedByOwner> {
    const token = RefreshToken.read(text);
    const reading = {
      projection: { _id: 0, id: 1, userId: 1 },
      readConcern: 'linearizable',
      maxTimeMS: CONFIRMED_WITHIN_MS,
    } as const;
    const held = token && (await this.sessions.findOne({ _id: token.familyHash }, reading));
    const userId = own?.userId ?? held?.userId;
    const isOthers = held !== null && held.userId !== userId;
    const sessionIds = [own, isOthers ? null : held].flatMap((session) => session?.id ?? []);
    if (userId) await this.sessions.updateMany({ userId, id: { $in: sessionIds }, ...OPEN }, ending());
    return { sessionIds, isOthers };
  }

  /** Ends all sessions of a user except `but`. */
  async endAllOf(
    userId: string,
    { session, but }: { session?: ClientSession; but?: string | undefined } = {},
  ): Promise<void> {
    await this.sessions.updateMany({ userId, ...OPEN, ...(but && { id: { $ne: but } }) }, ending(), {
      session,
    });
  }

  /** The user's open sessions, most recently used first, at most a hundred. */
  openOf(userId: string): Promise<WithoutId<SessionDocument>[]> {
    return this.sessions
      .find(
        { userId, ...OPEN, expiresAt: { $gt: new Date() } },
        { projection: { _id: 0 }, sort: { usedAt: -1 }, limit: MOST_SHOWN },
      )
      .toArray();
  }

  /** Ids of the sessions that ended since an instant, and whose access tokens may still be valid. */
  async endedSince(since: Date): Promise<string[]> {
    // For a majority: a failover could take back the end of a session, which gateways would refuse nevertheless.
    const options = { projection: { id: 1 }, readConcern: 'majority' } as const;
    const rows = this.sessions.find({ endedAt: { $gte: since } }, options);
    return rows.map(({ id }) => id).toArray();
  }
}

const ending = () => {
  const now = Date.now();
  return {
    $set: { endedAt: new Date(now), expiresAt: new Date(now + REMEMBERED_MS) },
    $unset: { secretHash: '' as const },
  };
};

import { Injectable } from '@nestjs/common';
import { TOKEN } from '@telemon/contracts/auth/token';
import { logger } from '@telemon/platform/logging';
import { Mongo } from '@telemon/platform/mongo';
import { type ClientSession, type Collection, ObjectId, type WithoutId } from 'mongodb';
import { RefreshToken } from './refresh-token.ts';

/** A session that is not used for this long ends. */
const LASTS_MS = 30 * 24 * 3_600_000;
/** An ended session is remembered until the last access token of it has ended too, and a minute for clocks that differ. */
const REMEMBERED_MS = TOKEN.lastsS * 1_000 + 60_000;

/** Of the sessions of one user so many are shown: a program that signs in anew each time leaves thousands. */
const MOST_SHOWN = 100;

/** Where a session was opened, as far as its owner can tell it by that. */
export interface Origin {
  address: string;
  userAgent: string;
}

interface SessionDocument extends Origin {
  /** Hash of the token's part that stays the same for the whole session. */
  _id: string;
  /** By which others know it; opens nothing. */
  id: string;
  /** Hash of the one secret that is good at present; gone with the end of the session. */
  secretHash?: string;
  userId: string;
  createdAt: Date;
  usedAt: Date;
  /** There once it has ended. */
  endedAt?: Date;
  /** When it is forgotten. */
  expiresAt: Date;
}

export interface OpenSession {
  id: string;
  userId: string;
  refreshToken: string;
  expiresAt: Date;
}

export interface EndedByOwner {
  sessionIds: string[];
  /** Whether the session of the refresh token is somebody else's, and was left alone. */
  isOthers: boolean;
}

const OPEN = { endedAt: { $exists: false } } as const;

/**
 * Sessions, each held open by a refresh token that is replaced whenever it is used. The part of a token that never
 * changes is as secret as the rest, so whoever shows it with another secret holds a token that was used before: it
 * was stolen, or its owner's was, and the session ends for both.
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

  async open(userId: string, origin: Origin, session?: ClientSession): Promise<OpenSession> {
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

  /** Takes a token and gives its successor; null where it is not, or no longer, good. */
  async renew(text: string, transaction?: ClientSession): Promise<OpenSession | null> {
    const token = RefreshToken.read(text);
    if (!token) return null;
    const next = token.next();
    const now = new Date();
    const expiresAt = new Date(now.getTime() + LASTS_MS);
    const session = await this.sessions.findOneAndUpdate(
      { _id: token.familyHash, secretHash: token.secretHash, expiresAt: { $gt: now } },
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
   * Ends the session that its owner asks from, where they said so with an access token, and the one that a refresh token
   * opens. That one stays where it is somebody else's: a browser sends its cookie along whoever asks.
   */
  async end(own: { id: string; userId: string } | null, text: string): Promise<EndedByOwner> {
    const token = RefreshToken.read(text);
    const projection = { _id: 0, id: 1, userId: 1 };
    const held = token && (await this.sessions.findOne({ _id: token.familyHash }, { projection }));
    const userId = own?.userId ?? held?.userId;
    const isOthers = held !== null && held.userId !== userId;
    const sessionIds = [own, isOthers ? null : held].flatMap((session) => session?.id ?? []);
    if (userId) await this.sessions.updateMany({ userId, id: { $in: sessionIds }, ...OPEN }, ending());
    return { sessionIds, isOthers };
  }

  /** Ends all sessions of a user, but for the one that is to stay. */
  async endAllOf(
    userId: string,
    { session, but }: { session?: ClientSession; but?: string | undefined } = {},
  ): Promise<void> {
    await this.sessions.updateMany({ userId, ...OPEN, ...(but && { id: { $ne: but } }) }, ending(), {
      session,
    });
  }

  /** Those that are open, the one used last first, at most a hundred. */
  openOf(userId: string): Promise<WithoutId<SessionDocument>[]> {
    return this.sessions
      .find(
        { userId, ...OPEN, expiresAt: { $gt: new Date() } },
        { projection: { _id: 0 }, sort: { usedAt: -1 }, limit: MOST_SHOWN },
      )
      .toArray();
  }

  /** Ids of the sessions that ended since an instant, as far as tokens of theirs may still be good. */
  async endedSince(since: Date): Promise<string[]> {
    const rows = this.sessions.find({ endedAt: { $gte: since } }, { projection: { id: 1 } });
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

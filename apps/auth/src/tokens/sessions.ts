import { Injectable } from '@nestjs/common';
import { logger } from '@telemon/platform/logging';
import { Mongo } from '@telemon/platform/mongo';
import type { ClientSession, Collection } from 'mongodb';
import { RefreshToken } from './refresh-token.ts';

/** A session that is not used for this long ends. */
const LASTS_MS = 30 * 24 * 3_600_000;

interface SessionDocument {
  /** Hash of the token's part that stays the same for the whole session. */
  _id: string;
  /** Hash of the one secret that is good at present. */
  secretHash: string;
  userId: string;
  createdAt: Date;
  expiresAt: Date;
}

export interface OpenSession {
  userId: string;
  refreshToken: string;
  expiresAt: Date;
}

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
      { key: { userId: 1 } },
      { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
    ]);
  }

  async open(userId: string): Promise<OpenSession> {
    const token = RefreshToken.first();
    const now = Date.now();
    const expiresAt = new Date(now + LASTS_MS);
    await this.sessions.insertOne({
      _id: token.familyHash,
      secretHash: token.secretHash,
      userId,
      createdAt: new Date(now),
      expiresAt,
    });
    return { userId, refreshToken: token.toString(), expiresAt };
  }

  /** Takes a token and gives its successor; null where it is not, or no longer, good. */
  async renew(text: string): Promise<OpenSession | null> {
    const token = RefreshToken.read(text);
    if (!token) return null;
    const next = token.next();
    const now = Date.now();
    const expiresAt = new Date(now + LASTS_MS);
    const session = await this.sessions.findOneAndUpdate(
      { _id: token.familyHash, secretHash: token.secretHash, expiresAt: { $gt: new Date(now) } },
      { $set: { secretHash: next.secretHash, expiresAt } },
      { returnDocument: 'after' },
    );
    if (session) return { userId: session.userId, refreshToken: next.toString(), expiresAt };
    const ended = await this.sessions.findOneAndDelete({ _id: token.familyHash });
    if (ended && ended.expiresAt.getTime() > now) {
      logger.warn({ userId: ended.userId }, 'refresh token used twice, session ended');
    }
    return null;
  }

  async end(text: string): Promise<void> {
    const token = RefreshToken.read(text);
    if (token) await this.sessions.deleteOne({ _id: token.familyHash });
  }

  async endAllOf(userId: string, session: ClientSession): Promise<void> {
    await this.sessions.deleteMany({ userId }, { session });
  }
}

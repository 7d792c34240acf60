import { Injectable } from '@nestjs/common';
import type { Actor } from '@telemon/contracts/actor';
import { HOUR_MS, MINUTE_MS } from '@telemon/contracts/durations';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { Mongo } from '@telemon/platform/mongo';
import { SigningKey, type SigningKeyDocument } from '@telemon/platform/signing-key';
import { untilAnswered } from '@telemon/platform/until-answered';
import { timingSafeEqual } from 'node:crypto';

/** How long an address stays the same, so that a browser can cache its file, ms. */
const SAME_FOR_MS = 15 * MINUTE_MS;

interface FileToken {
  fileId: string;
  /** The user that it was issued to. */
  userId: string;
  /** Epoch ms. */
  expiresAt: number;
}

/** Signed addresses that an `<img>` can load: each contains a file, a user and an expiry. */
@Injectable()
export class FileAddresses {
  private readonly key: SigningKey;

  constructor(mongo: Mongo, lifecycle: Lifecycle) {
    this.key = new SigningKey(mongo.collection<SigningKeyDocument>('file_keys'), 'addresses');
    lifecycle.onStart(async () => void (await untilAnswered(() => this.key.read())));
  }

  /** The address of a file for an actor, valid for an hour at most. */
  async of(fileId: string, { id }: Actor, now = Date.now()): Promise<string> {
    const expiresAt = Math.floor(now / SAME_FOR_MS) * SAME_FOR_MS + HOUR_MS;
    const signed = `${fileId}.${id}.${expiresAt.toString(36)}`;
    return `/v1/file/${signed}.${await this.signatureOf(signed)}`;
  }

  /** The content of a token; null if it isn't ours or has expired. */
  async read(token: string, now = Date.now()): Promise<FileToken | null> {
    const [fileId, userId, until, signature, ...rest] = token.split('.');
    if (!fileId || !userId || !until || !signature || rest.length > 0) return null;
    const expected = Buffer.from(await this.signatureOf(`${fileId}.${userId}.${until}`));
    const given = Buffer.from(signature);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
    const expiresAt = Number.parseInt(until, 36);
    return expiresAt > now ? { fileId, userId, expiresAt } : null;
  }

  private async signatureOf(text: string): Promise<string> {
    return (await this.key.sign(text)).toString('base64url');
  }
}

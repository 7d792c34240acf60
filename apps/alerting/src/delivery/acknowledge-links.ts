import { Inject, Injectable } from '@nestjs/common';
import { DAY_MS, MINUTE_MS } from '@telemon/contracts/durations';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { Mongo } from '@telemon/platform/mongo';
import { CONFIG } from '@telemon/platform/platform.module';
import { publicAddress } from '@telemon/platform/public-address';
import { SigningKey, type SigningKeyDocument } from '@telemon/platform/signing-key';
import { untilAnswered } from '@telemon/platform/until-answered';
import { timingSafeEqual } from 'node:crypto';
import type { AlertingVariables } from '../config.ts';

/** The page of the console. */
const PAGE = '/acknowledge';
const GOOD_FOR_MS = DAY_MS;
const ID_BYTES = 16;
/** Minutes since 1970. */
const EXPIRY_BYTES = 4;
const SIGNATURE_BYTES = 16;

/**
 * Links by which the recipient of a notice acknowledges its alert-log entry for a day, without signing in. The token names the
 * notice and its expiry and is signed; its key is for this purpose alone. 48 characters, because SMS are short.
 */
@Injectable()
export class AcknowledgeLinks {
  private readonly key: SigningKey;
  private readonly page: string;

  constructor(
    mongo: Mongo,
    @Inject(CONFIG) { PUBLIC_URL }: Pick<AlertingVariables, 'PUBLIC_URL'>,
    lifecycle: Lifecycle,
  ) {
    this.key = new SigningKey(mongo.collection<SigningKeyDocument>('signing_keys'), 'acknowledge-links');
    this.page = publicAddress(PUBLIC_URL, PAGE);
    lifecycle.onStart(async () => void (await untilAnswered(() => this.key.read())));
  }

  /** The address of the page that acknowledges the entry of a notice. @param noticeId 32 hexadecimal digits */
  async of(noticeId: string, now: number): Promise<string> {
    const content = Buffer.alloc(ID_BYTES + EXPIRY_BYTES);
    content.write(noticeId, 'hex');
    content.writeUInt32BE(Math.ceil((now + GOOD_FOR_MS) / MINUTE_MS), ID_BYTES);
    const token = Buffer.concat([content, await this.signatureOf(content)]);
    return `${this.page}#${token.toString('base64url')}`;
  }

  /** The id of the notice that a token names; null if Telemon didn't sign it or it has expired. */
  async read(token: string, now: number): Promise<string | null> {
    const bytes = Buffer.from(token, 'base64url');
    // Node skips characters outside the alphabet.
    if (bytes.toString('base64url') !== token) return null;
    if (bytes.length !== ID_BYTES + EXPIRY_BYTES + SIGNATURE_BYTES) return null;
    const content = bytes.subarray(0, ID_BYTES + EXPIRY_BYTES);
    if (!timingSafeEqual(bytes.subarray(content.length), await this.signatureOf(content))) return null;
    const expiresAt = content.readUInt32BE(ID_BYTES) * MINUTE_MS;
    return expiresAt > now ? content.toString('hex', 0, ID_BYTES) : null;
  }

  private async signatureOf(content: Uint8Array): Promise<Buffer> {
    return (await this.key.sign(content)).subarray(0, SIGNATURE_BYTES);
  }
}

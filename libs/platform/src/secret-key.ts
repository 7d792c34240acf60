import {
  type KeyObject,
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  randomBytes,
} from 'node:crypto';
import { z } from 'zod';

const KEY_BYTES = 32;
/** Random bytes repeat a few values at most. */
const FEWEST_DIFFERENT_BYTES = 16;
const SHOULD = 'should be 32 random bytes in base64: openssl rand -base64 32';

/** A variable with a key of the installation, which encrypts secrets of users in the database, or from which others are derived. */
export const SecretKey = z.string(SHOULD).transform((text, context): KeyObject => {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length === KEY_BYTES && bytes.toString('base64') === text.trim()) {
    if (new Set(bytes).size >= FEWEST_DIFFERENT_BYTES) return createSecretKey(bytes);
    context.addIssue({ code: 'custom', message: `${SHOULD}; this one repeats a few` });
  } else context.addIssue({ code: 'custom', message: SHOULD });
  return z.NEVER;
});

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a text for the database.
 * @param of What the text belongs to: it can be decrypted for that alone.
 */
export const sealed = (text: string, key: KeyObject, of: string): string => {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(of));
  const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), content]).toString('base64');
};

/** Decrypts a text. @throws if it was encrypted with another key, belongs to something else, or was changed */
export const unsealed = (text: string, key: KeyObject, of: string): string => {
  const bytes = Buffer.from(text, 'base64');
  const iv = bytes.subarray(0, IV_BYTES);
  const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(of))
    .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  const content = bytes.subarray(IV_BYTES + TAG_BYTES);
  return Buffer.concat([decipher.update(content), decipher.final()]).toString('utf8');
};

/**
 * A key of its own for one use, which has to be stored nowhere. Nobody can tell it from random bytes without `key`, nor from it `key` or
 * another derived one.
 * @param of The use, named by a text that no other use has.
 * @param bytes At most 32.
 */
export const derived = (key: KeyObject, of: string, bytes: number): Buffer =>
  createHmac('sha256', key).update(of).digest().subarray(0, bytes);

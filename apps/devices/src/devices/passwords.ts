import { createHash, randomBytes } from 'node:crypto';

const PASSWORD_BYTES = 16;

/** A device's password: 128 random bits, so that its unsalted hash can't be reversed. */
export const newPassword = (): string => randomBytes(PASSWORD_BYTES).toString('base64url');

export const sha256Of = (password: string): string => createHash('sha256').update(password).digest('hex');

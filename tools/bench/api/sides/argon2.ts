import { hash } from '@node-rs/argon2';

/** Telemon's Argon2id parameters, and the prefix of a hash with them; the naive app uses the same. */
const SETTINGS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
export const ARGON2_PREFIX = '$argon2id$v=19$m=19456,t=2,p=1$';

export const hashed = (password: string): Promise<string> => hash(password, SETTINGS);

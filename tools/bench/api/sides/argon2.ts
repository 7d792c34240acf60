import { hash } from '@node-rs/argon2';

/** How Telemon hashes passwords, as a kept hash says it; the naive app has to do the same. */
const SETTINGS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
export const ARGON2_PREFIX = '$argon2id$v=19$m=19456,t=2,p=1$';

export const hashed = (password: string): Promise<string> => hash(password, SETTINGS);

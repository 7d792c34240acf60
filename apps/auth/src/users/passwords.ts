import { hash, verify } from '@node-rs/argon2';
import { Injectable } from '@nestjs/common';
import { unavailable } from '@telemon/platform/errors';
import { Histogram } from '@telemon/platform/metrics';
import { randomBytes } from 'node:crypto';

/** Argon2id as OWASP advises: 19 MiB, two passes, one lane. */
const SETTINGS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** Passwords being hashed or queued; a further one would wait longer than the deadline of its request. */
const MOST_AT_ONCE = 64;

const durations = new Histogram({
  name: 'auth_password_hash_seconds',
  help: 'Time to hash or check a password, the wait for its turn included',
  buckets: [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
});

/** Hashes and checks passwords. */
@Injectable()
export class Passwords {
  /** Replaces the hash of an unknown user, so that the work is the same. */
  private readonly decoy = hash(randomBytes(16).toString('hex'), SETTINGS);
  private underWay = 0;

  hash(password: string): Promise<string> {
    return this.inTurn(() => hash(password, SETTINGS));
  }

  /** Whether the password matches the hash; false, after the same work, without a hash. */
  matches(kept: string | undefined, password: string): Promise<boolean> {
    return this.inTurn(async () => {
      const equal = await verify(kept ?? (await this.decoy), password);
      return kept !== undefined && equal;
    });
  }

  private async inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.underWay >= MOST_AT_ONCE) throw unavailable();
    this.underWay++;
    const measured = durations.startTimer();
    try {
      return await work();
    } finally {
      measured();
      this.underWay--;
    }
  }
}

import { hash, verify } from '@node-rs/argon2';
import { Injectable } from '@nestjs/common';
import { unavailable } from '@telemon/platform/errors';
import { randomBytes } from 'node:crypto';

/** Argon2id as OWASP advises: 19 MiB, two passes, one lane. */
const SETTINGS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** Passwords that may be worked on or wait; beyond, a caller would wait longer than an answer may take. */
const MOST_AT_ONCE = 64;

/** Keeps and checks passwords. */
@Injectable()
export class Passwords {
  /** Stands in where there is no such user, so that the work is the same. */
  private readonly decoy = hash(randomBytes(16).toString('hex'), SETTINGS);
  private underWay = 0;

  hash(password: string): Promise<string> {
    return this.inTurn(() => hash(password, SETTINGS));
  }

  /** Whether the password is the one that was hashed; the same work where there is none. */
  matches(kept: string | undefined, password: string): Promise<boolean> {
    return this.inTurn(async () => {
      const equal = await verify(kept ?? (await this.decoy), password);
      return kept !== undefined && equal;
    });
  }

  private async inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.underWay >= MOST_AT_ONCE) throw unavailable();
    this.underWay++;
    try {
      return await work();
    } finally {
      this.underWay--;
    }
  }
}

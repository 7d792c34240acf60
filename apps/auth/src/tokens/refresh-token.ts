import { createHash, randomBytes } from 'node:crypto';

/** A refresh token: which session it belongs to, and the secret that changes with each use. */
const FAMILY_BYTES = 16;
const SECRET_BYTES = 32;
const SHAPE = /^[A-Za-z0-9_-]{64}$/;

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** What is kept of a token: neither part can be told from its hash. */
interface KeptToken {
  familyHash: string;
  secretHash: string;
}

export class RefreshToken implements KeptToken {
  readonly familyHash: string;
  readonly secretHash: string;

  private constructor(
    private readonly family: Buffer,
    private readonly secret: Buffer,
  ) {
    this.familyHash = sha256(family);
    this.secretHash = sha256(secret);
  }

  /** The first token of a new session. */
  static first(): RefreshToken {
    return new RefreshToken(randomBytes(FAMILY_BYTES), randomBytes(SECRET_BYTES));
  }

  /** The token in a text; null where it is none. */
  static read(text: string): RefreshToken | null {
    if (!SHAPE.test(text)) return null;
    const bytes = Buffer.from(text, 'base64url');
    return new RefreshToken(bytes.subarray(0, FAMILY_BYTES), bytes.subarray(FAMILY_BYTES));
  }

  /** The token that takes this one's place in the same session. */
  next(): RefreshToken {
    return new RefreshToken(this.family, randomBytes(SECRET_BYTES));
  }

  toString(): string {
    return Buffer.concat([this.family, this.secret]).toString('base64url');
  }
}

import { createHash, createHmac, randomBytes } from 'node:crypto';

/** The parts of a refresh token: the family identifies the session, the secret changes with each use. */
const FAMILY_BYTES = 16;
const SECRET_BYTES = 32;
const SHAPE = /^[A-Za-z0-9_-]{64}$/;

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** The stored form of a token: hashes, from which neither part can be recovered. */
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

  /** The token that a text encodes, or null. */
  static read(text: string): RefreshToken | null {
    if (!SHAPE.test(text)) return null;
    const bytes = Buffer.from(text, 'base64url');
    return new RefreshToken(bytes.subarray(0, FAMILY_BYTES), bytes.subarray(FAMILY_BYTES));
  }

  /** The token that replaces this one in the same session; an attempt always gets the same one. */
  next(attempt?: string): RefreshToken {
    const secret =
      attempt === undefined
        ? randomBytes(SECRET_BYTES)
        : createHmac('sha256', this.secret).update(attempt).digest();
    return new RefreshToken(this.family, secret);
  }

  toString(): string {
    return Buffer.concat([this.family, this.secret]).toString('base64url');
  }
}

import { TOKEN, type TokenClaims } from '@telemon/contracts/auth/token';
import { SignJWT } from 'jose';
import { type KeyObject, createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';

const asVariable = (pem: string | Buffer): string => Buffer.from(pem).toString('base64');

/** A pair of keys for access tokens, as auth and gateway take them, and tokens signed with it. */
export class TokenKeys {
  constructor(
    private readonly pair: { publicKey: KeyObject; privateKey: KeyObject } = generateKeyPairSync('ed25519'),
  ) {}

  /** The pair of a running installation, from its TOKEN_PRIVATE_KEY. */
  static of(privateVariable: string): TokenKeys {
    const privateKey = createPrivateKey(Buffer.from(privateVariable, 'base64'));
    return new TokenKeys({ privateKey, publicKey: createPublicKey(privateKey) });
  }

  /** TOKEN_PUBLIC_KEY */
  get publicVariable(): string {
    return asVariable(this.publicPem);
  }

  /** TOKEN_PRIVATE_KEY */
  get privateVariable(): string {
    return asVariable(this.pair.privateKey.export({ type: 'pkcs8', format: 'pem' }));
  }

  get publicPem(): string {
    return this.pair.publicKey.export({ type: 'spki', format: 'pem' }).toString();
  }

  /** A token as auth makes it, with the spec's changes. */
  sign(
    {
      sub,
      role,
      managerId,
      mqttAdmin,
      sid = `session-of-${sub}`,
    }: Omit<TokenClaims, 'exp' | 'sid'> & { sid?: string },
    changes: { lastsS?: number; audience?: string; issuer?: string; header?: Record<string, unknown> } = {},
  ): Promise<string> {
    const { lastsS = TOKEN.lastsS, audience = TOKEN.audience, issuer = TOKEN.issuer, header = {} } = changes;
    const nowS = Math.floor(Date.now() / 1_000);
    return new SignJWT({ role, managerId, mqttAdmin, sid })
      .setProtectedHeader({ ...header, alg: TOKEN.algorithm })
      .setSubject(sub)
      .setIssuer(issuer)
      .setAudience(audience)
      .setIssuedAt(nowS)
      .setExpirationTime(nowS + lastsS)
      .sign(this.pair.privateKey);
  }
}

import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '@telemon/contracts/actor';
import { TOKEN, TokenClaims } from '@telemon/contracts/auth/token';
import { CONFIG } from '@telemon/platform/platform.module';
import { jwtVerify } from 'jose';
import type { GatewayVariables } from '../config.ts';
import { EndedSessions } from './ended-sessions.ts';

/** Our tokens have a third of this length. */
const LONGEST_TOKEN = 2_048;
/** Verified tokens in the cache. */
const MOST_REMEMBERED = 5_000;

export interface Verified {
  actor: Actor & { sessionId: string };
  expiresAtMs: number;
}

/**
 * Verifies access tokens, with one algorithm and one key whatever the token's header says. Caches a valid token until it
 * expires, because checking a signature costs more than a whole call.
 */
@Injectable()
export class TokenVerifier {
  private readonly remembered = new Map<string, Verified>();

  constructor(
    @Inject(CONFIG) private readonly config: GatewayVariables,
    private readonly ended: EndedSessions,
  ) {}

  /** Null for an invalid token. */
  async verify(token: string): Promise<Verified | null> {
    if (token.length > LONGEST_TOKEN) return null;
    const verified = await this.signed(token);
    return verified && !this.ended.has(verified.actor.sessionId) ? verified : null;
  }

  private async signed(token: string): Promise<Verified | null> {
    const known = this.remembered.get(token);
    if (known) {
      if (known.expiresAtMs > Date.now()) return known;
      this.remembered.delete(token);
      return null;
    }
    const verified = await this.check(token);
    if (verified) this.remember(token, verified);
    return verified;
  }

  private async check(token: string): Promise<Verified | null> {
    try {
      const { payload } = await jwtVerify(token, this.config.TOKEN_PUBLIC_KEY, {
        algorithms: [TOKEN.algorithm],
        issuer: TOKEN.issuer,
        audience: TOKEN.audience,
        requiredClaims: ['sub', 'iat', 'exp'],
      });
      const { sub, sid, role, managerId, mqttAdmin, exp } = TokenClaims.parse(payload);
      const actor = { id: sub, role, managerId, mqttAdmin, sessionId: sid };
      return { actor, expiresAtMs: exp * 1_000 };
    } catch {
      return null;
    }
  }

  private remember(token: string, verified: Verified): void {
    if (this.remembered.size >= MOST_REMEMBERED) {
      // The oldest token; its next use checks it again.
      this.remembered.delete(this.remembered.keys().next().value!);
    }
    this.remembered.set(token, verified);
  }
}

import { Inject, Injectable } from '@nestjs/common';
import { managerIdOf } from '@telemon/contracts/actor';
import { TOKEN } from '@telemon/contracts/auth/token';
import type { User } from '@telemon/contracts/auth/users';
import { CONFIG } from '@telemon/platform/platform.module';
import { SignJWT } from 'jose';
import type { AuthVariables } from '../config.ts';

/** Signs the short-lived access tokens of requests to /v1. */
@Injectable()
export class AccessTokens {
  constructor(@Inject(CONFIG) private readonly config: AuthVariables) {}

  sign(user: User, sessionId: string): Promise<string> {
    const { id, userRole, mqttAdmin } = user;
    const nowS = Math.floor(Date.now() / 1_000);
    return new SignJWT({
      role: userRole,
      managerId: managerIdOf(user),
      mqttAdmin: mqttAdmin === 'Active',
      sid: sessionId,
    })
      .setProtectedHeader({ alg: TOKEN.algorithm, typ: 'JWT' })
      .setSubject(id)
      .setIssuer(TOKEN.issuer)
      .setAudience(TOKEN.audience)
      .setIssuedAt(nowS)
      .setExpirationTime(nowS + TOKEN.lastsS)
      .sign(this.config.TOKEN_PRIVATE_KEY);
  }
}

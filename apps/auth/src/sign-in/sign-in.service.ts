import { Injectable } from '@nestjs/common';
import type { Actor } from '@telemon/contracts/actor';
import type { Session, User } from '@telemon/contracts/auth/users';
import { Mongo } from '@telemon/platform/mongo';
import { AccessTokens } from '../tokens/access-tokens.ts';
import { RefreshToken } from '../tokens/refresh-token.ts';
import { type EndedByOwner, type IssuedSession, type Origin, Sessions } from '../tokens/sessions.ts';
import { LoginLimits } from '../limits/login-limits.ts';
import { UsersService } from '../users/users.service.ts';
import { notSignedIn, sessionEnded, wrongLogin } from './sign-in.errors.ts';

@Injectable()
export class SignInService {
  constructor(
    private readonly users: UsersService,
    private readonly sessions: Sessions,
    private readonly tokens: AccessTokens,
    private readonly limits: LoginLimits,
    private readonly mongo: Mongo,
  ) {}

  /** @throws WrongLogin for both an unknown address and a wrong password, after the same work. */
  async login(email: string, password: string, origin: Origin): Promise<Session> {
    const opened = await this.limits.attempt(email, origin.address, () =>
      this.users.signIn(email, password, async (user, session) => ({
        user,
        session: await this.sessions.open(user.id, origin, session),
      })),
    );
    if (!opened) throw wrongLogin();
    return this.sessionOf(opened.user, opened.session);
  }

  /**
   * Reads the user again, so that the new access token has current claims. All in one transaction: if the refresh token were
   * replaced and the rest failed, the client's retry with the old token would end the session, unless it names its attempt.
   */
  async refresh(refreshToken: string, attempt?: string): Promise<Session> {
    const renewed = await this.mongo.transaction(async (transaction) => {
      const session = await this.sessions.renew(refreshToken, { attempt, transaction });
      const user = session && (await this.users.withId(session.userId, transaction));
      return user && this.sessionOf(user, session);
    });
    if (!renewed) throw sessionEnded();
    return renewed;
  }

  /** @throws NotSignedIn if neither actor nor token can name a session: none ends, so success would be a false report. */
  async logout({ id, sessionId }: Actor, refreshToken: string): Promise<EndedByOwner> {
    if (sessionId === undefined && !RefreshToken.read(refreshToken)) throw notSignedIn();
    return this.sessions.end(sessionId === undefined ? null : { id: sessionId, userId: id }, refreshToken);
  }

  private async sessionOf(user: User, session: IssuedSession): Promise<Session> {
    const { id, name, email, userRole, mqttAdmin } = user;
    return {
      user: { id, name, email, userRole, mqttAdmin },
      token: await this.tokens.sign(user, session.id),
      refreshToken: session.refreshToken,
      refreshExpiresAt: session.expiresAt.toISOString(),
    };
  }
}

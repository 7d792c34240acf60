import { Inject, Injectable } from '@nestjs/common';
import type { Session } from '@telemon/contracts/auth/users';
import { CONFIG } from '@telemon/platform/platform.module';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type GatewayVariables, isSecure } from '../config.ts';
import { fromAnotherSite } from './request.errors.ts';

const NAME = 'telemon_session';
/** The calls that need it, and nothing else. */
const PATH = '/v1/user';

/** Keeps the refresh token where no script reads it: in a cookie that goes to the session calls alone. */
@Injectable()
export class SessionCookie {
  private readonly settings;
  private readonly publicOrigin: string | undefined;

  constructor(@Inject(CONFIG) config: GatewayVariables) {
    const secure = isSecure(config);
    this.settings = { path: PATH, httpOnly: true, sameSite: 'strict', secure } as const;
    this.publicOrigin = config.PUBLIC_URL && new URL(config.PUBLIC_URL).origin;
  }

  /** The refresh token that came with a request; '' where none did. */
  read({ cookies }: FastifyRequest): string {
    return cookies[NAME] ?? '';
  }

  keep(reply: FastifyReply, { refreshToken, refreshExpiresAt }: Session): void {
    void reply.setCookie(NAME, refreshToken, { ...this.settings, expires: new Date(refreshExpiresAt) });
  }

  remove(reply: FastifyReply): void {
    void reply.clearCookie(NAME, this.settings);
  }

  /**
   * Refuses what another site made a browser send. Browsers say where a request comes from; a program that says
   * nothing holds no cookies of others.
   */
  refuseOtherSites({ headers }: FastifyRequest): void {
    const site = headers['sec-fetch-site'];
    const isOurs =
      site === undefined
        ? headers.origin === undefined || this.isOurs(headers.origin, headers.host)
        : site === 'same-origin' || site === 'none';
    if (!isOurs) throw fromAnotherSite();
  }

  private isOurs(origin: string, host: string | undefined): boolean {
    if (origin === this.publicOrigin) return true;
    return URL.canParse(origin) && new URL(origin).host === host;
  }
}

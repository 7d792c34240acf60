import { Inject, Injectable } from '@nestjs/common';
import type { Session } from '@telemon/contracts/auth/users';
import { CONFIG } from '@telemon/platform/platform.module';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type GatewayVariables, isSecure } from '../config.ts';
import { fromAnotherSite } from './request.errors.ts';

const NAME = 'telemon_session';
/** The calls that need the cookie. */
const PATH = '/v1/user';

/** Keeps the refresh token in a cookie that no script can read and that goes to /v1/user alone. */
@Injectable()
export class SessionCookie {
  private readonly settings;
  private readonly publicOrigin: string | undefined;

  constructor(@Inject(CONFIG) config: GatewayVariables) {
    const secure = isSecure(config);
    this.settings = { path: PATH, httpOnly: true, sameSite: 'strict', secure } as const;
    this.publicOrigin = config.PUBLIC_URL && new URL(config.PUBLIC_URL).origin;
  }

  /** The refresh token of a request; '' without one. */
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
   * Refuses a request that another site made a browser send. Browsers name the origin of a request; a program that names
   * none has no cookies of other people. @throws FromAnotherSite
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

import type { Route } from '@telemon/contracts/route';
import type { RouteName } from '@telemon/contracts/routes';
import { Renewal, Session } from '@telemon/contracts/auth/users';
import { z } from 'zod';

/** The effect of a session call on the cookie with the refresh token. */
type CookieUse = 'opens' | 'renews' | 'ends';

const SESSION_CALLS: Readonly<Record<string, CookieUse>> = {
  'POST /user/login': 'opens',
  'POST /user/refresh': 'renews',
  'POST /user/logout': 'ends',
} satisfies Partial<Record<RouteName, CookieUse>>;

export const cookieUseOf = (name: string): CookieUse | undefined => SESSION_CALLS[name];

/** The part of a session that a page's script gets. */
const VisibleSession = Session.pick({ user: true, token: true });
const NOTHING = z.strictObject({});

/** The schemas of request and answer in /v1: the refresh token is in neither. */
export const shapesOf = (name: string, { call, as }: Route): { request: z.ZodType; data: z.ZodType } => {
  const use = cookieUseOf(name);
  return {
    request: use === 'renews' ? Renewal : use === 'ends' ? NOTHING : call.request,
    data:
      use === 'opens' || use === 'renews'
        ? VisibleSession
        : use === 'ends'
          ? z.null()
          : as
            ? z.object({ [as]: call.answer })
            : call.answer,
  };
};

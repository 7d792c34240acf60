import type { Route } from '@telemon/contracts/route';
import type { RouteName } from '@telemon/contracts/routes';
import { Session } from '@telemon/contracts/auth/users';
import { z } from 'zod';

/** What a session call does with the cookie that holds the refresh token. */
type CookieUse = 'opens' | 'renews' | 'ends';

const SESSION_CALLS: Readonly<Record<string, CookieUse>> = {
  'POST /user/login': 'opens',
  'POST /user/refresh': 'renews',
  'POST /user/logout': 'ends',
} satisfies Partial<Record<RouteName, CookieUse>>;

export const cookieUseOf = (name: string): CookieUse | undefined => SESSION_CALLS[name];

/** What of a session reaches a page's script. */
const VisibleSession = Session.pick({ user: true, token: true });
const NOTHING = z.strictObject({});

/** The shapes of question and answer as /v1 shows them: the refresh token is in neither. */
export const shapesOf = (name: string, { call, as }: Route): { request: z.ZodType; data: z.ZodType } => {
  const use = cookieUseOf(name);
  return {
    request: use === 'renews' || use === 'ends' ? NOTHING : call.request,
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

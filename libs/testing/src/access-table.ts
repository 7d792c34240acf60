import type { Actor, UserFlag } from '@telemon/contracts/actor';
import type { Route } from '@telemon/contracts/route';
import { mayUse } from '@telemon/contracts/routes';

/** The part of a row that decides about access. */
export type AccessRow = Pick<Route, 'who' | 'flag' | 'of'>;

/** The kinds of callers that the table distinguishes. */
export const PRINCIPALS = {
  'no token': { role: 'none', mqttAdmin: false },
  admin: { role: 'admin', mqttAdmin: false },
  'manager, own': { role: 'manager', mqttAdmin: false },
  'manager, foreign': { role: 'manager', mqttAdmin: false },
  'manager, foreign, mqttAdmin': { role: 'manager', mqttAdmin: true },
  'assistant, assigned': { role: 'assistant', mqttAdmin: false },
  'assistant, not assigned': { role: 'assistant', mqttAdmin: false },
  'assistant, not assigned, mqttAdmin': { role: 'assistant', mqttAdmin: true },
} as const satisfies Record<string, Pick<Actor, 'role' | UserFlag>>;
export type Principal = keyof typeof PRINCIPALS;

const ALL = Object.keys(PRINCIPALS) as Principal[];
const WITHOUT_FLAGS = ALL.filter((principal) => !PRINCIPALS[principal].mqttAdmin);

/** The principals that a row distinguishes: flags count only where it names one. */
export const principalsOf = ({ flag }: AccessRow): Principal[] => (flag === undefined ? WITHOUT_FLAGS : ALL);

/** Whether a principal sees nothing of the own manager's things. */
export const isForeign = (principal: Principal): boolean => /foreign|not assigned/.test(principal);

/** The outcome for a principal: the answer, a list of the rows in their scope, or a refusal. */
export type Outcome = 'allowed' | 'scoped list' | 401 | 403 | 404;

export const outcomeOf = (route: AccessRow, principal: Principal): Outcome => {
  const user = PRINCIPALS[principal];
  if (route.who === 'public') return 'allowed';
  if (user.role === 'none') return 401;
  if (!mayUse(user, route)) return 403;
  if (route.of === 'many') return 'scoped list';
  return route.of === 'one' && isForeign(principal) ? 404 : 'allowed';
};

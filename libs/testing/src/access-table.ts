import type { Route } from '@telemon/contracts/route';
import { mayUse } from '@telemon/contracts/routes';

/** Rows of calls that are not built yet: they answer 404 to everyone, and have their place in the table. */
export const PLANNED: Readonly<Record<string, Pick<Route, 'who' | 'of'>>> = {
  'GET /autoReport': { who: 'AMS', of: 'many' },
  'POST /autoReport': { who: 'AMS' },
  'GET /autoReport/getExportLog/:deviceName': { who: 'AMS', of: 'one' },

  'GET /mqttLog': { who: 'AMS', of: 'many' },
  'DELETE /mqttLog': { who: 'AM', of: 'many' },
  'GET /mqttLog/blockTopic': { who: 'A' },
  'POST /mqttLog/blockTopic': { who: 'A' },
  'DELETE /mqttLog/blockTopic/:id': { who: 'A' },
  'POST /udp': { who: 'A' },
  'GET /udp': { who: 'A' },
  'DELETE /udp/:id': { who: 'A' },
  'GET /udpLog': { who: 'AMS', of: 'many' },
  'DELETE /udpLog': { who: 'AM', of: 'many' },
};

/** The kinds of callers that the table distinguishes. */
export const PRINCIPALS = {
  'no token': 'none',
  admin: 'admin',
  'manager, own': 'manager',
  'manager, foreign': 'manager',
  'assistant, assigned': 'assistant',
  'assistant, not assigned': 'assistant',
} as const;
export type Principal = keyof typeof PRINCIPALS;

/** The outcome for a principal: the answer, a list of what is in their scope, or a refusal. */
export type Outcome = 'allowed' | 'scoped list' | 401 | 403 | 404;

export const outcomeOf = (route: Pick<Route, 'who' | 'of'>, principal: Principal): Outcome => {
  const role = PRINCIPALS[principal];
  if (route.who === 'public') return 'allowed';
  if (role === 'none') return 401;
  if (!mayUse(role, route)) return 403;
  if (route.of === 'many') return 'scoped list';
  const isForeign = principal === 'manager, foreign' || principal === 'assistant, not assigned';
  return route.of === 'one' && isForeign ? 404 : 'allowed';
};

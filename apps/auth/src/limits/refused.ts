import { Counter } from '@telemon/platform/metrics';

/** Counts the refusals of each limit; `limit` is the variable that sets it. */
export const refused = new Counter({
  name: 'auth_limited_total',
  help: 'Sign-ins, codes and resets that a limit refused, by the variable that sets the limit',
  labelNames: ['limit'],
});

import { Counter } from '@telemon/platform/metrics';

/** Counts the refusals of each limit; `limit` is the variable that sets it. */
export const refused = new Counter({
  name: 'auth_limited_total',
  help: 'What a limit refused, by the variable that sets it',
  labelNames: ['limit'],
});

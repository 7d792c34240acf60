import { Counter } from '@telemon/platform/metrics';

/** Calls that a limit refused; `limit` is the variable that sets it. */
export const limitedRequests = new Counter({
  name: 'telemon_http_requests_limited_total',
  help: 'Calls of /v1 that a limit refused, by the variable that sets it',
  labelNames: ['limit'],
});

import { Counter } from '@telemon/platform/metrics';

export const expiredRemoved = new Counter({
  name: 'telemon_readings_expired_removed_total',
  help: 'Removals of readings older than READINGS_KEPT_DAYS: single readings, and sealed hours',
  labelNames: ['kind'],
});

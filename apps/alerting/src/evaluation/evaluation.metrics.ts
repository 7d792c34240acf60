import { Counter, Gauge, Histogram } from '@telemon/platform/metrics';

const LATENCIES = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60, 600];

export const readingsEvaluated = new Counter({
  name: 'alerting_readings_total',
  help: 'Readings compared with the alerts and events of their device',
});

export const evaluatedAfter = new Histogram({
  name: 'alerting_evaluated_seconds',
  help: "Time from the arrival of a batch's newest reading to its comparison",
  buckets: LATENCIES,
});

export const decidedAfter = new Histogram({
  name: 'alerting_decided_seconds',
  help: "Time from a firing reading's arrival until its entry is in the alert log",
  buckets: LATENCIES,
});

export const firings = new Counter({ name: 'alerting_firings_total', help: 'Alerts that fired' });
export const clearings = new Counter({ name: 'alerting_clearings_total', help: 'Alerts that cleared' });

export const occurrences = new Counter({
  name: 'alerting_occurrences_total',
  help: 'Events that occurred',
});

export const rulesInMemory = new Gauge({
  name: 'alerting_rules',
  help: 'Alerts and events held in memory',
});

export const malformedMessages = new Counter({
  name: 'alerting_malformed_messages_total',
  help: 'Messages of telemetry.readings that could not be read',
});

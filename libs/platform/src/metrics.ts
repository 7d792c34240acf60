import { Counter, Gauge, Histogram, collectDefaultMetrics, register } from 'prom-client';

export { Counter, Gauge, Histogram };

/** Starts Node's own figures (memory, event loop, garbage collection). */
export const startDefaultMetrics = (app: string): void => {
  register.setDefaultLabels({ app });
  collectDefaultMetrics();
  // Whoever may read the figures needn't learn which holes to try.
  register.removeSingleMetric('nodejs_version_info');
};

/** Everything measured so far, in Prometheus' text form. */
export const metricsText = (): Promise<string> => register.metrics();
export const METRICS_CONTENT_TYPE: string = register.contentType;

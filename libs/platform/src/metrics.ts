import { Counter, Gauge, Histogram, collectDefaultMetrics, register } from 'prom-client';

export { Counter, Gauge, Histogram };

/** Starts Node's own metrics (memory, event loop, garbage collection). */
export const startDefaultMetrics = (app: string): void => {
  register.setDefaultLabels({ app });
  collectDefaultMetrics();
  // The version would tell attackers which vulnerabilities to try.
  register.removeSingleMetric('nodejs_version_info');
};

/** Everything measured so far, in Prometheus' text form. */
export const metricsText = (): Promise<string> => register.metrics();
export const METRICS_CONTENT_TYPE: string = register.contentType;

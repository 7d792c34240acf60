import type { Spread } from '../durations.ts';
import { ms, thousands } from '../tables.ts';
import type { StepFigures } from './measure-step.ts';

const p50p99 = ({ p50, p99 }: Spread): string => `${ms(p50)}/${ms(p99)}`;

/** The progress line about a step. */
export function stepLine(figures: StepFigures): string {
  const { rate, readingsPerPublish, sent, acknowledged, stored, alerts } = figures;
  const lost = acknowledged - stored;
  return [
    `  ${thousands(rate).padStart(7)}/s${readingsPerPublish > 1 ? ` ×${readingsPerPublish}` : ''}`,
    figures.held ? 'held    ' : 'not held',
    `stored ${p50p99(figures.toStored)} ms`,
    `acknowledged ${p50p99(figures.toAcknowledged)} ms`,
    ...(alerts === null
      ? []
      : [
          `decided ${p50p99(alerts.toDecided)} ms`,
          ...(alerts.mailsExpected === 0 ? [] : [`mailed ${p50p99(alerts.toProvider)} ms`]),
          `alerts ${alerts.fired} of ${alerts.expected}`,
        ]),
    `${Math.round(figures.cpuUsPerReading)} CPU-µs/reading`,
    `machine ${Math.round(figures.cpuShare)} %`,
    ...(acknowledged < sent ? [`unacknowledged ${sent - acknowledged}`] : []),
    ...(lost === 0 ? [] : [`lost ${lost}`]),
  ].join(' · ');
}

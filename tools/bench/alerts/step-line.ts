import type { Spread } from '../durations.ts';
import { ms, thousands } from '../tables.ts';
import type { StepFigures } from './measure-step.ts';

const p50p99 = ({ p50, p99 }: Spread): string => `${ms(p50)}/${ms(p99)}`;

/** The progress line about a step. */
export function stepLine({ rate, alerts, crossings, entries, channels, ...figures }: StepFigures): string {
  const { sms, mqtt } = channels;
  const left = [sms, mqtt].some(({ missing, beyond }) => missing > 0 || beyond !== 0);
  return [
    `  ${thousands(rate).padStart(7)}/s, ${alerts} alerts`,
    `${thousands(crossings)} crossings`,
    ...(entries === null ? [] : [`decided ${p50p99(entries.toDecided)} ms`, `fired ${entries.fired}`]),
    `SMS ${p50p99(sms.latency)} ms`,
    `MQTT ${p50p99(mqtt.latency)} ms`,
    ...(left ? [`missing ${sms.missing} and ${mqtt.missing}, beyond ${sms.beyond} and ${mqtt.beyond}`] : []),
    `${Math.round(figures.cpuUsPerReading)} CPU-µs/reading`,
    `machine ${Math.round(figures.cpuShare)} %`,
  ].join(' · ');
}

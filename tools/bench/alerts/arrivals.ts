import { deviceNames } from '../ingest/fleet.ts';
import type { LoadPlan } from '../ingest/load-plan.ts';
import { messageOf } from '../ingest/sides/telemon-fleet.ts';
import type { SinkChannel, SunkMessage } from './sink/sink-messages.ts';

/** The messages of one channel about the crossings of a step. */
export interface Arrivals {
  /** From the due time of each crossing reading to its message, ms; Infinity without one. */
  readonly latencies: readonly number[];
  readonly missing: number;
  /** Second messages about a crossing, and messages about none. */
  readonly beyond: number;
}

/** Tells the messages apart by their texts. Where several crossings have one text, messages arrive in the order of the crossings. */
export function arrivalsOf(plan: LoadPlan, messages: readonly SunkMessage[], channel: SinkChannel): Arrivals {
  const names = deviceNames(plan.step.devices);
  const own = messages
    .filter((message) => message.channel === channel)
    .sort((one, other) => one.at - other.at);
  const byText = Map.groupBy(own, ({ text }) => text);
  const crossings = [...plan.crossings.values()].sort((one, other) => one.publish - other.publish);
  const latencies = crossings.map(({ publish, device, rule, value }) => {
    const message = byText.get(messageOf(names[device]!, rule, value))?.shift();
    return (message?.at ?? Infinity) - plan.dueAt(publish);
  });
  const missing = latencies.filter((latency) => latency === Infinity).length;
  return { latencies, missing, beyond: own.length - (crossings.length - missing) };
}

import type { Machine } from '../machine.ts';
import { table, thousands, times } from '../tables.ts';
import type { BenchOptions } from './options.ts';

/** CPU time of both sides for the same step, µs a message. */
export interface StepFigures {
  readonly step: string;
  /** Messages of a request. */
  readonly batch: number;
  readonly client: number;
  readonly telemon: number;
}

/** The results of one run of the benchmark. */
export interface Results {
  readonly date: string;
  readonly machine: Machine;
  readonly client: string;
  readonly options: Omit<BenchOptions, 'write'>;
  readonly steps: readonly StepFigures[];
  /** Whether both sides had the same bytes, partitions and records. */
  readonly isEqual: boolean;
}

const micros = (value: number): string => value.toFixed(2);

/** The page under docs/benchmarks. */
export function markdown({ machine, options, date, client, steps }: Results): string {
  return `${[
    '# Kafka: messages as bytes',
    `Written by \`npm run bench:kafka-codec\` on ${date}; all figures are in [kafka-codec.json](kafka-codec.json). How it measures:
[README.md](README.md).`,
    `Machine: ${machine.processor}, ${machine.cores} cores, ${machine.memoryGb} GB, ${machine.system}, kernel ${machine.kernel},
Node ${machine.node}, ${client}. CPU-µs a message, garbage collection included; median of ${options.rounds} rounds of
${thousands(options.messages)} messages, in each of which the sides take turns.`,
    table(
      ['step', 'messages a request', client, 'Telemon', 'ratio'],
      steps.map(({ step, batch, client: before, telemon }) => [
        step,
        thousands(batch),
        micros(before),
        micros(telemon),
        times(before / telemon),
      ]),
    ),
  ].join('\n\n')}\n`;
}

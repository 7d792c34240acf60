import type { Machine } from '../machine.ts';
import type { ServiceProfile } from '../profile.ts';
import type { BenchOptions } from './options.ts';

/** Figures of one step. Datagrams of registered devices alone are sent, stored and lost. */
export interface StepFigures {
  /** Datagrams of unknown names a second, as asked for and as sent. */
  readonly flood: number;
  /** Ports that they came from. */
  readonly sources: number;
  readonly floodSent: number;
  readonly sent: number;
  readonly stored: number;
  readonly lostPercent: number;
  /** Of all datagrams: those that udp-router read, and those that it counted as dropped, by reason. */
  readonly received: number;
  readonly dropped: Readonly<Record<string, number>>;
  /** Read or counted, of all that was sent, percent. */
  readonly accountedPercent: number;
  /** Processor time of udp-router, for each datagram that it read and as a share of a core. */
  readonly cpuUsPerDatagram: number;
  readonly cpuPercent: number;
}

/** The results of one run of the benchmark. */
export interface Results {
  readonly date: string;
  readonly machine: Machine;
  readonly options: Omit<BenchOptions, 'profile' | 'write'>;
  readonly versions: Readonly<Record<string, string>>;
  /** How busy the machine was with other work before it began, percent of its processors. */
  readonly otherLoadPercent: number;
  readonly receiveBufferMost: number;
  readonly steps: readonly StepFigures[];
  readonly profiles: readonly ServiceProfile[];
}

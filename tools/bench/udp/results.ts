import type { Spread } from '../durations.ts';
import type { Machine } from '../machine.ts';
import type { ServiceProfile } from '../profile.ts';
import type { BenchOptions } from './options.ts';

/** Figures of one rate of datagrams of registered devices, beside readings over MQTT. */
export interface RateFigures {
  /** Datagrams a second, as asked for. */
  readonly rate: number;
  readonly sent: number;
  /** Datagrams that udp-router read, that became readings in MongoDB, and whose readings alerting compared. */
  readonly received: number;
  readonly stored: number;
  readonly ruled: number;
  /** Counted drops, by reason. */
  readonly dropped: Readonly<Record<string, number>>;
  /** Read or counted, of all that was sent, percent. */
  readonly accountedPercent: number;
  /** From the last datagram until all were stored and ruled; Infinity if some are missing. */
  readonly drainedMs: number;
  /** Processor time of services and servers, for each reading. */
  readonly cpuUsPerReading: number;
  /** From when a publish was due to its PUBACK, without datagrams and beside them. */
  readonly mqttAlone: Spread;
  readonly mqttBeside: Spread;
  readonly mqttLost: number;
  readonly held: boolean;
}

/** Figures of one flood. Datagrams of registered devices alone are sent, stored and lost. */
export interface FloodFigures {
  /** Datagrams of unknown names a second, as asked for and as sent. */
  readonly flood: number;
  /** Ports that they came from. */
  readonly sources: number;
  readonly floodSent: number;
  readonly sent: number;
  /** In Kafka, acknowledged. */
  readonly stored: number;
  readonly lostPercent: number;
  /** Datagrams that udp-router read, and datagrams that it counted as dropped, by reason. */
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
  readonly rates: readonly RateFigures[];
  readonly floods: readonly FloodFigures[];
  readonly profiles: readonly ServiceProfile[];
}

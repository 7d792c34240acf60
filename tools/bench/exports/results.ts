import type { SheetFormat } from '@telemon/contracts/streamed-file';
import type { Machine } from '../machine.ts';
import type { BenchOptions } from './options.ts';

/** The services that have the rows, that write and keep the files, and that hand them out. */
export const SERVICES = ['devices', 'alerting', 'reporting', 'gateway'] as const;
/** Resident memory, MB, of each service. */
export type MemoryMb = Readonly<Record<(typeof SERVICES)[number], number>>;

export const totalOf = (memory: MemoryMb): number =>
  SERVICES.reduce((sum, service) => sum + memory[service], 0);

export type Kind = 'readings' | 'entries of the alert log' | 'entries in an automatic report' | 'devices';

/** An export, from the order to the last byte of its file. */
export interface ExportFigures {
  readonly kind: Kind;
  readonly format: SheetFormat;
  readonly rows: number;
  /** From the order until the file is whole. */
  readonly writtenInS: number;
  readonly downloadedInS: number;
  readonly fileMb: number;
  /** The highest memory of each service meanwhile, and of all together at one moment. */
  readonly most: MemoryMb;
  readonly mostTogetherMb: number;
  /** Whether the file has each row once, with the right value. */
  readonly isExact: boolean;
}

/** The results of one run of the benchmark. */
export interface Results {
  readonly date: string;
  readonly machine: Machine;
  readonly otherLoad: number;
  readonly versions: Readonly<Record<string, string>>;
  readonly options: Omit<BenchOptions, 'write'>;
  /** Before the first export. */
  readonly idle: MemoryMb;
  readonly exports: readonly ExportFigures[];
}

/** The growth of the memory of all services together since before the first export, MB. */
export const grownMb = ({ idle }: Results, { mostTogetherMb }: ExportFigures): number =>
  mostTogetherMb - totalOf(idle);

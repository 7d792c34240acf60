import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A process of the side that is measured. */
export interface MeasuredProcess {
  readonly name: string;
  readonly pid: number;
}

/** Of Telemon's processes, the services: neither a server nor the launcher. */
export const isService = (name: string): boolean =>
  !['mongodb', 'kafka', 'nats', 'redis', 'launcher'].includes(name);

export interface ProcessCost {
  readonly name: string;
  /** Of processor time, user and system together. */
  readonly cpuMs: number;
  /** What it holds in memory, MB: resident, and with its share of what it shares. */
  readonly rssMb: number;
  readonly pssMb: number;
}

const TICKS_PER_SECOND = Number(spawnSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }).stdout) || 100;

interface Stat {
  readonly parent: number;
  readonly cpuMs: number;
}

const statOf = (pid: number): Stat | null => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in parentheses, may hold anything; the fields from the third on follow the last one.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = Number(fields[11]) + Number(fields[12]);
    return { parent: Number(fields[1]), cpuMs: (ticks * 1_000) / TICKS_PER_SECOND };
  } catch {
    return null;
  }
};

const memoryOf = (pid: number): { rssMb: number; pssMb: number } => {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    const megabytes = (field: string) =>
      Number(new RegExp(`^${field}: +(\\d+) kB`, 'm').exec(rollup)?.[1]) / 1_024;
    return { rssMb: megabytes('Rss'), pssMb: megabytes('Pss') };
  } catch {
    return { rssMb: NaN, pssMb: NaN };
  }
};

/** Who started a process; null where it is gone. */
export const parentOf = (pid: number): number | null => statOf(pid)?.parent ?? null;

/** Measures what processes use from one moment to the next. */
export class CostMeter {
  readonly #list: () => readonly MeasuredProcess[];
  readonly #before = new Map<number, number>();
  #from = 0;

  constructor(list: () => readonly MeasuredProcess[]) {
    this.#list = list;
  }

  begin(): void {
    this.#from = performance.now();
    this.#before.clear();
    for (const { pid } of this.#list()) this.#before.set(pid, statOf(pid)?.cpuMs ?? 0);
  }

  /** Per process since `begin`; a process that began meanwhile counts from its start. */
  end(): { wallMs: number; processes: ProcessCost[] } {
    const wallMs = performance.now() - this.#from;
    const processes = this.#list().map(({ name, pid }) => ({
      name,
      cpuMs: (statOf(pid)?.cpuMs ?? NaN) - (this.#before.get(pid) ?? 0),
      ...memoryOf(pid),
    }));
    return { wallMs, processes };
  }
}

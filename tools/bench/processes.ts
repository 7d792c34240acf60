import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A process of the side that is measured. */
export interface MeasuredProcess {
  readonly name: string;
  readonly pid: number;
}

/** Whether a process of Telemon is a service, neither a server nor the launcher. */
export const isService = (name: string): boolean =>
  !['mongodb', 'kafka', 'nats', 'redis', 'launcher'].includes(name);

export interface ProcessCost {
  readonly name: string;
  /** CPU time, user and system. */
  readonly cpuMs: number;
  /** Memory, MB: resident (RSS), and with shared pages divided among their users (PSS). */
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
    // The name, in parentheses, may hold any character; the third field follows the last parenthesis.
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

/** The parent's pid; null if the process has ended. */
export const parentOf = (pid: number): number | null => statOf(pid)?.parent ?? null;

/** Measures CPU time and memory of processes between `begin` and `end`. */
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

import type { Runnable } from '../servers/runnable.ts';
import { Supervised, type Supervision } from './supervise.ts';

/** The order of stopping: edges end the intake, core services finish their work, then the servers end. */
const STOP_ORDER = ['edge', 'core', 'server'] as const;
type StopGroup = (typeof STOP_ORDER)[number];

/** All processes of one launcher. */
export class Processes {
  readonly #supervision: Supervision;
  readonly #groups: Record<StopGroup, Supervised[]> = { edge: [], core: [], server: [] };
  #isStopping = false;

  constructor(supervision: Supervision) {
    this.#supervision = supervision;
  }

  /** Starts a process and keeps it running. Resolves when it is ready for the first time. */
  async start(runnable: Runnable, group: StopGroup): Promise<void> {
    if (this.#isStopping) throw new Error('the launcher is stopping');
    const supervised = new Supervised(runnable, this.#supervision);
    this.#groups[group].push(supervised);
    await supervised.start();
  }

  /** The names of processes that aren't ready yet. */
  get waitedFor(): string[] {
    return Object.values(this.#groups).flatMap((group) =>
      group.filter(({ wasReady }) => !wasReady).map(({ runnable }) => runnable.name),
    );
  }

  /** Runs `whenIdle` of all processes, once everything is up. */
  async whenIdle(): Promise<void> {
    await Promise.all(
      Object.values(this.#groups).flatMap((group) => group.map(({ runnable }) => runnable.whenIdle?.())),
    );
  }

  /** Stops all groups; their longest waits add up to less than the 15 s that a stop may take. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const group of STOP_ORDER) {
      await Promise.all(this.#groups[group].map((supervised) => supervised.stop()));
    }
  }
}

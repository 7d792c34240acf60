import type { Say } from './progress.ts';

/** A supervised process: how to start it, and how to check its health. */
export interface Runnable {
  /** Names the process in messages, its log and its pid file. */
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  readonly cwd?: string;
  /** All of its environment; nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  /**
   * Polled until it is true: the process answers in its own protocol, not just on its port. May print why that takes long.
   */
  readonly ready: (say: Say) => Promise<boolean>;
  /** Polled while it runs; a process for which it stays false hangs and is restarted. */
  readonly alive?: () => Promise<boolean>;
  /** With exit code 0 its work is done, and it is not restarted. */
  readonly mayEnd?: boolean;
  /** Makes later starts faster; called once, when all processes are ready. */
  readonly whenIdle?: () => Promise<void>;
  /** The signal that the system sends it when the launcher is killed. */
  readonly onLauncherDeath: 'SIGTERM' | 'SIGKILL';
  /** How long a stop waits before SIGKILL. */
  readonly stopWithinMs: number;
}

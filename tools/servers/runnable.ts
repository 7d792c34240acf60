/** One process that is kept running: how it is started, and how to tell that it does its work. */
export interface Runnable {
  /** Names its log, its pid file and itself in what is said about it. */
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  readonly cwd?: string;
  /** All of its environment; nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  /** Asked until it is true: the process answers in its own protocol, not just on its port. */
  readonly ready: () => Promise<boolean>;
  /** Asked while it runs; when it isn't true for long, the process hangs and is started again. */
  readonly alive?: () => Promise<boolean>;
  /** Its end with code 0 is the end of its work, not a failure. */
  readonly mayEnd?: boolean;
  /** Makes a later start quicker; done once, when nobody waits for this one any more. */
  readonly whenIdle?: () => Promise<void>;
  /** What the system sends it when the launcher is killed: a clean end, or one at once. */
  readonly onLauncherDeath: 'SIGTERM' | 'SIGKILL';
  /** How long an ordered stop waits for it. */
  readonly stopWithinMs: number;
}

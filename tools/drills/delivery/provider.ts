import type { NoticeChannel } from '../../../apps/alerting/src/delivery/notice.ts';

/** All channels of notices. */
export const CHANNELS: readonly NoticeChannel[] = ['sms', 'email', 'mqtt'];

/** A process that takes notices, and that a drill takes away. */
export interface Provider {
  readonly name: string;
  /** The channels whose notices it takes. */
  readonly channels: readonly NoticeChannel[];
  /** How often the launcher has restarted it because of the drill. */
  readonly restarts: number;
  /** Suspends it (SIGSTOP): its connections stay open, but it does not answer. */
  pause(): Promise<void>;
  resume(): void;
  /** Kills it (kill -9), and keeps it away until `bringBack`. */
  kill(): Promise<void>;
  /** Resolves when it takes notices again. */
  bringBack(): Promise<void>;
}

export interface ProcessIdentity {
  readonly pid: number;
  readonly startedAt: string | null;
}

export function startedAt(pid: number): string | null;
export function identify(pid: number): ProcessIdentity;
export function isRunning(identity: ProcessIdentity): boolean;

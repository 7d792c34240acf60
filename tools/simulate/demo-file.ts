import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AssistantKey, ManagerKey } from './people.ts';

/** The state of the demo fleet, saved in `demo.json` of the data folder. */
export interface Demo {
  /** making: incomplete; made: it sends; removed: only DEMO=on makes it again. */
  state: 'making' | 'made' | 'removed';
  /** The end of the fleet's history, epoch ms. */
  historyEnd: number;
  /** When it began to send, epoch ms. */
  liveFrom: number | null;
  /** The managers' logins; `id` is null until they are made. */
  managers: Record<ManagerKey, { id: string | null; email: string; password: string }>;
  /** The assistants' logins. */
  assistants: Record<AssistantKey, { email: string; password: string }>;
  /** The devices' logins, by device name. */
  logins: Record<string, { username: string; password: string }>;
  /** Up to when each device's history was sent, epoch ms by device name. */
  sentUpTo: Record<string, number>;
}

/** The fleet was removed while this process ran. */
export class FleetRemoved extends Error {}

export const demoFileOf = (dataFolder: string): string => join(dataFolder, 'demo.json');

/** The saved state; null if there was never a demo fleet. @throws Error if the file can't be read. */
export const readDemo = (dataFolder: string): Demo | null => {
  try {
    return JSON.parse(readFileSync(demoFileOf(dataFolder), 'utf8')) as Demo;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
};

/** Replaces the file atomically. Only its owner can read it, because it holds passwords. */
export const writeDemo = (dataFolder: string, demo: Demo): void => {
  const path = demoFileOf(dataFolder);
  writeFileSync(`${path}.new`, JSON.stringify(demo, null, 2), { mode: 0o600 });
  renameSync(`${path}.new`, path);
};

/** Saves the simulator's progress. @throws FleetRemoved if the fleet was removed meanwhile. */
export const saveDemo = (dataFolder: string, demo: Demo): void => {
  if (readDemo(dataFolder)?.state === 'removed') throw new FleetRemoved();
  writeDemo(dataFolder, demo);
};

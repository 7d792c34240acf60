import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AssistantKey, ManagerKey } from './people.ts';

/** What is remembered of the demo fleet, in `demo.json` of the data folder. */
export interface Demo {
  /** making: not everything is there yet; made: it sends; removed: it shall not come back by itself. */
  state: 'making' | 'made' | 'removed';
  /** Where the fleet's past ends, epoch ms. */
  historyEnd: number;
  /** When it began to send, epoch ms. */
  liveFrom: number | null;
  /** The managers' logins; `id` once they are made. */
  managers: Record<ManagerKey, { id: string | null; email: string; password: string }>;
  /** The assistants' logins. */
  assistants: Record<AssistantKey, { email: string; password: string }>;
  /** The devices' logins, by device name. */
  logins: Record<string, { username: string; password: string }>;
  /** How much of each device's past has arrived, epoch ms by device name. */
  sentUpTo: Record<string, number>;
}

/** Somebody removed the fleet while this process was at work. */
export class FleetRemoved extends Error {}

export const demoFileOf = (dataFolder: string): string => join(dataFolder, 'demo.json');

/** What is remembered, or null where there was never a demo fleet. @throws where the file can't be read. */
export const readDemo = (dataFolder: string): Demo | null => {
  try {
    return JSON.parse(readFileSync(demoFileOf(dataFolder), 'utf8')) as Demo;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
};

/** Replaces the file in one step, readable by its owner alone: it holds the devices' passwords. */
export const writeDemo = (dataFolder: string, demo: Demo): void => {
  const path = demoFileOf(dataFolder);
  writeFileSync(`${path}.new`, JSON.stringify(demo, null, 2), { mode: 0o600 });
  renameSync(`${path}.new`, path);
};

/** Remembers a step of the simulator's. @throws FleetRemoved where the fleet was removed meanwhile. */
export const saveDemo = (dataFolder: string, demo: Demo): void => {
  if (readDemo(dataFolder)?.state === 'removed') throw new FleetRemoved();
  writeDemo(dataFolder, demo);
};

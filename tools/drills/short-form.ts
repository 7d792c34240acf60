import { expect } from '@jest/globals';
import { conduct, conductOn } from './conduct.ts';
import type { Drill } from './drill.ts';
import type { Ground } from './ground/ground.ts';

export const say = (line: string) => void process.stderr.write(`${line}\n`);

/** What else the machine does can only make one slower: then a drill is tried again. What has to be exact is so the first time. */
const MOST_TRIES = 3;
const OF_TIME = /: (\w*Ms|\w*Mb|answered|slowAnswers|slowerByPercent) is /;

/** Of all tries together. */
export const WITHIN_MS = 600_000;

/** Whether its short form needs an installation of other settings than the one that drills share. */
export const needsItsOwn = ({ ground, isSharedWhenShort }: Drill): boolean =>
  !isSharedWhenShort && (ground?.env !== undefined || ground?.launcherServers === true);

/** Runs a drill's short form on an installation, or on one of its own, and expects that everything holds. */
export async function holds(drill: Drill, ground?: Ground): Promise<void> {
  let seed = 0;
  let broken: string[] = [];
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    seed = Math.floor(Math.random() * 1_000_000);
    const options = { form: 'short', seed, say } as const;
    const tried = await (ground ? conductOn(ground, drill, options) : conduct(drill, options));
    expect(tried.length).toBeGreaterThan(0);
    broken = tried.flatMap(({ fault, broken: how }) => how.map((sentence) => `${fault}: ${sentence}`));
    if (broken.length === 0 || !broken.every((sentence) => OF_TIME.test(sentence))) break;
  }
  expect({ seed, broken }).toEqual({ seed, broken: [] });
}

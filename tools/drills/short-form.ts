import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { conductOn } from './conduct.ts';
import type { Drill, ShortInstallation } from './drill.ts';
import { DrillInstallation } from './installation/drill-installation.ts';
import { settingsOf, shortDrillsOn } from './short-installations.ts';

const say = (line: string) => void process.stderr.write(`${line}\n`);

/** Other load on the machine can only slow a drill, so a drill is retried if only bounds on times or memory are broken. */
const MOST_TRIES = 3;
const OF_TIME = /: (\w*Ms|\w*Mb|fewestAnswered|slowAnswers|slowerByPercent) is /;

/** Time limit for all tries together. */
const WITHIN_MS = 600_000;

/** A test for the short form of each drill that runs on this installation. */
export const describeShortForms = (title: string, shared: ShortInstallation): void =>
  describe(title, () => {
    let installation: DrillInstallation | null = null;

    beforeEach(async () => {
      installation ??= await DrillInstallation.prepare(say, settingsOf(shared));
    });

    afterAll(() => installation?.stop());

    it.each(shortDrillsOn(shared).map((drill) => [drill.name, drill] as const))(
      '%s',
      async (_name, drill) => {
        const used = installation!;
        try {
          await holds(drill, used);
        } catch (error) {
          // A drill that is broken off may leave its devices sending, and its fault in place: the next one gets an installation of its own.
          installation = null;
          await used.stop();
          throw error;
        }
      },
      WITHIN_MS,
    );
  });

/** Runs a drill's short form on an installation, and expects that everything holds. */
async function holds(drill: Drill, installation: DrillInstallation): Promise<void> {
  let seed = 0;
  let broken: string[] = [];
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    seed = Math.floor(Math.random() * 1_000_000);
    const tried = await conductOn(installation, drill, { form: 'short', seed, say });
    expect(tried.length).toBeGreaterThan(0);
    broken = tried.flatMap(({ fault, broken: how }) => how.map((sentence) => `${fault}: ${sentence}`));
    if (broken.length === 0 || !broken.every((sentence) => OF_TIME.test(sentence))) break;
  }
  expect({ seed, broken }).toEqual({ seed, broken: [] });
}

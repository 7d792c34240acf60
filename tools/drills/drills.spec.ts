import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DRILLS } from './catalogue.ts';
import { conduct, conductOn } from './conduct.ts';
import { Ground } from './ground/ground.ts';

const say = (line: string) => void process.stderr.write(`${line}\n`);

/** What else the machine does can only make one slower: then a drill is tried again. What has to be exact is so the first time. */
const MOST_TRIES = 3;
const OF_TIME = /: (\w*Ms|\w*Mb|answered|slowAnswers|slowerByPercent) is /;

/** Of all tries together. */
const WITHIN_MS = 600_000;

describe('the drills, in their short form', () => {
  /** All share it, but for those that need other settings. */
  let ground: Ground;

  beforeAll(async () => {
    ground = await Ground.prepare(say, { throughLinks: true, smallDisks: true });
  });

  afterAll(() => ground?.stop());

  const withShortForm = DRILLS.filter(({ longOnly }) => longOnly === undefined);

  it.each(withShortForm.map((drill) => [drill.name, drill] as const))(
    '%s',
    async (_name, drill) => {
      const needsItsOwn = drill.ground?.env !== undefined || drill.ground?.launcherServers === true;
      const hasOwn = needsItsOwn && !drill.isSharedWhenShort;
      let seed = 0;
      let broken: string[] = [];
      for (let tries = 0; tries < MOST_TRIES; tries++) {
        seed = Math.floor(Math.random() * 1_000_000);
        const options = { form: 'short', seed, say } as const;
        const tried = await (hasOwn ? conduct(drill, options) : conductOn(ground, drill, options));
        expect(tried.length).toBeGreaterThan(0);
        broken = tried.flatMap(({ fault, broken: how }) => how.map((sentence) => `${fault}: ${sentence}`));
        if (broken.length === 0 || !broken.every((sentence) => OF_TIME.test(sentence))) break;
      }
      expect({ seed, broken }).toEqual({ seed, broken: [] });
    },
    WITHIN_MS,
  );
});

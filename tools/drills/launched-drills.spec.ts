import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { DRILLS } from './catalogue.ts';
import type { GroundOptions } from './drill.ts';
import { Ground } from './ground/ground.ts';
import { WITHIN_MS, holds, shortGroundOf, say } from './short-form.ts';

describe('the drills on servers of the launcher, in their short form', () => {
  const drills = DRILLS.filter(
    (drill) => drill.longOnly === undefined && shortGroundOf(drill) === 'launched',
  );
  let ground: Ground;

  beforeAll(async () => {
    // No drill's settings disturb another drill.
    const options: GroundOptions = Object.assign({}, ...drills.map((drill) => drill.ground));
    ground = await Ground.prepare(say, options);
  });

  afterAll(() => ground?.stop());

  it.each(drills.map((drill) => [drill.name, drill] as const))(
    '%s',
    (_name, drill) => holds(drill, ground),
    WITHIN_MS,
  );
});

import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { DRILLS } from './catalogue.ts';
import { Ground } from './ground/ground.ts';
import { WITHIN_MS, holds, shortGroundOf, say } from './short-form.ts';

describe('the drills that share an installation, in their short form', () => {
  let ground: Ground;

  beforeAll(async () => {
    ground = await Ground.prepare(say, { throughLinks: true, smallDisks: true });
  });

  afterAll(() => ground?.stop());

  const drills = DRILLS.filter((drill) => drill.longOnly === undefined && shortGroundOf(drill) === 'shared');

  it.each(drills.map((drill) => [drill.name, drill] as const))(
    '%s',
    (_name, drill) => holds(drill, ground),
    WITHIN_MS,
  );
});

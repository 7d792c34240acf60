import { describe, it } from '@jest/globals';
import { DRILLS } from './catalogue.ts';
import { WITHIN_MS, holds, needsItsOwn } from './short-form.ts';

describe('the drills that need an installation of their own, in their short form', () => {
  const drills = DRILLS.filter((drill) => drill.longOnly === undefined && needsItsOwn(drill));

  it.each(drills.map((drill) => [drill.name, drill] as const))(
    '%s',
    (_name, drill) => holds(drill),
    WITHIN_MS,
  );
});

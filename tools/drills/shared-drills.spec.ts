import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { DRILLS } from './catalogue.ts';
import { DrillInstallation } from './installation/drill-installation.ts';
import { WITHIN_MS, holds, shortInstallationOf, say } from './short-form.ts';

describe('the drills that share an installation, in their short form', () => {
  let installation: DrillInstallation;

  beforeAll(async () => {
    installation = await DrillInstallation.prepare(say, { throughLinks: true, smallDisks: true });
  });

  afterAll(() => installation?.stop());

  const drills = DRILLS.filter(
    (drill) => drill.longOnly === undefined && shortInstallationOf(drill) === 'shared',
  );

  it.each(drills.map((drill) => [drill.name, drill] as const))(
    '%s',
    (_name, drill) => holds(drill, installation),
    WITHIN_MS,
  );
});

import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { DRILLS } from './catalogue.ts';
import type { InstallationOptions } from './installation/installation-options.ts';
import { DrillInstallation } from './installation/drill-installation.ts';
import { WITHIN_MS, holds, shortInstallationOf, say } from './short-form.ts';

describe('the drills on servers of the launcher, in their short form', () => {
  const drills = DRILLS.filter(
    (drill) => drill.longOnly === undefined && shortInstallationOf(drill) === 'launched',
  );
  let installation: DrillInstallation;

  beforeAll(async () => {
    // No drill's settings disturb another drill.
    const options: InstallationOptions = Object.assign({}, ...drills.map((drill) => drill.installation));
    installation = await DrillInstallation.prepare(say, options);
  });

  afterAll(() => installation?.stop());

  it.each(drills.map((drill) => [drill.name, drill] as const))(
    '%s',
    (_name, drill) => holds(drill, installation),
    WITHIN_MS,
  );
});

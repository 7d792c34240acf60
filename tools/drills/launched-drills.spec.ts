import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { DrillInstallation } from './installation/drill-installation.ts';
import { WITHIN_MS, holds, say } from './short-form.ts';
import { settingsOf, shortDrillsOn } from './short-installations.ts';

describe('the drills on servers of the launcher, in their short form', () => {
  let installation: DrillInstallation;

  beforeAll(async () => {
    installation = await DrillInstallation.prepare(say, settingsOf('launched'));
  });

  afterAll(() => installation?.stop());

  it.each(shortDrillsOn('launched').map((drill) => [drill.name, drill] as const))(
    '%s',
    (_name, drill) => holds(drill, installation),
    WITHIN_MS,
  );
});

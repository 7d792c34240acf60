import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { DrillInstallation } from './installation/drill-installation.ts';
import { WITHIN_MS, holds, say } from './short-form.ts';
import { settingsOf, shortDrillsOn } from './short-installations.ts';

describe('the drills that share an installation, in their short form', () => {
  let installation: DrillInstallation;

  beforeAll(async () => {
    installation = await DrillInstallation.prepare(say, settingsOf('shared'));
  });

  afterAll(() => installation?.stop());

  it.each(shortDrillsOn('shared').map((drill) => [drill.name, drill] as const))(
    '%s',
    (_name, drill) => holds(drill, installation),
    WITHIN_MS,
  );
});

import { DRILLS } from './catalogue.ts';
import type { Drill, ShortInstallation } from './drill.ts';
import type { InstallationOptions } from './installation/installation-options.ts';

/** The installation that a drill's short form runs on. */
export const shortInstallationOf = ({ installation, shortInstallation }: Drill): ShortInstallation =>
  shortInstallation ??
  (installation?.env !== undefined || installation?.launcherServers === true ? 'launched' : 'shared');

/** The drills whose short form runs on this installation. */
export const shortDrillsOn = (shared: ShortInstallation): Drill[] =>
  DRILLS.filter((drill) => drill.longOnly === undefined && shortInstallationOf(drill) === shared);

/** Settings of the installation. On launched servers, no drill's settings disturb another drill. */
export function settingsOf(shared: ShortInstallation): InstallationOptions {
  if (shared === 'shared') return { throughLinks: true, smallDisks: true };
  const settings = shortDrillsOn(shared).map(({ installation }) => installation);
  const variables = settings.map((each) => each?.env);
  return Object.assign({}, ...settings, { env: Object.assign({}, ...variables) });
}

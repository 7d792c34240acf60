import { seconds } from '../servers/progress.ts';
import type { Drill, DrillOptions, Tried } from './drill.ts';
import { tryRecount } from './fleet/recount.ts';
import { DrillInstallation } from './installation/drill-installation.ts';
import { warningsSince } from './installation/service-warnings.ts';
import { settingsOf, shortInstallationOf } from './short-installations.ts';

/** Runs a drill on an installation of its own; the short form with the settings of its shared one in `npm test`. */
export async function conduct(drill: Drill, options: DrillOptions): Promise<Tried[]> {
  const settings = options.form === 'long' ? drill.installation : settingsOf(shortInstallationOf(drill));
  const installation = await DrillInstallation.prepare(options.say, settings);
  try {
    return await conductOn(installation, drill, options);
  } finally {
    await installation.stop();
  }
}

/** Runs a drill, and prints the result of each fault; if it throws, the warnings of the services meanwhile. */
export async function conductOn(
  installation: DrillInstallation,
  drill: Drill,
  options: DrillOptions,
): Promise<Tried[]> {
  const { say, seed, form } = options;
  const from = performance.now();
  const startedAt = new Date().toISOString();
  const { name, about, promises, onlyLongTests = [] } = drill;
  const tests = form === 'long' ? promises : promises.filter((promise) => !onlyLongTests.includes(promise));
  say(`Drill ${name} (${form}, seed ${seed}) tests ${tests.join(', ')}: ${about}`);
  const tried = await drill.run(installation, options).catch((error: unknown) => {
    for (const line of warningsSince(installation.product.dataDir, startedAt)) say(`       ${line}`);
    throw error;
  });
  if (form === 'long') tried.push(...(await tryRecount(installation)));
  for (const { fault, counts, broken } of tried) {
    say(`${broken.length === 0 ? 'held  ' : 'BROKEN'} ${fault}: ${JSON.stringify(counts)}`);
    for (const sentence of broken) say(`       ${sentence}`);
  }
  say(`Drill ${name} took ${seconds(performance.now() - from)}.`);
  if (tried.some(({ broken }) => broken.length > 0)) {
    for (const line of installation.unexpectedEnds) say(`       ${line}`);
    say(`To repeat this run: npm run drill -- ${name} --${form} --seed ${seed}`);
  }
  return tried;
}

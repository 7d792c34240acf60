import { seconds } from '../servers/progress.ts';
import type { Drill, DrillOptions, Tried } from './drill.ts';
import { DrillInstallation } from './installation/drill-installation.ts';

/** Runs a drill on an installation of its own. */
export async function conduct(drill: Drill, options: DrillOptions): Promise<Tried[]> {
  const installation = await DrillInstallation.prepare(options.say, drill.installation);
  try {
    return await conductOn(installation, drill, options);
  } finally {
    await installation.stop();
  }
}

/** Runs a drill, and prints the result of each fault. */
export async function conductOn(
  installation: DrillInstallation,
  drill: Drill,
  options: DrillOptions,
): Promise<Tried[]> {
  const { say, seed, form } = options;
  const from = performance.now();
  say(`Drill ${drill.name} (${form}, seed ${seed}) tests ${drill.promises.join(', ')}: ${drill.about}`);
  const tried = await drill.run(installation, options);
  for (const { fault, counts, broken } of tried) {
    say(`${broken.length === 0 ? 'held  ' : 'BROKEN'} ${fault}: ${JSON.stringify(counts)}`);
    for (const sentence of broken) say(`       ${sentence}`);
  }
  say(`Drill ${drill.name} took ${seconds(performance.now() - from)}.`);
  if (tried.some(({ broken }) => broken.length > 0)) {
    for (const line of installation.unexpectedEnds) say(`       ${line}`);
    say(`To repeat this run: npm run drill -- ${drill.name} --${form} --seed ${seed}`);
  }
  return tried;
}

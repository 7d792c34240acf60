import { seconds } from '../servers/progress.ts';
import type { Drill, DrillOptions, Tried } from './drill.ts';
import { Ground } from './ground/ground.ts';

/** Runs a drill on an installation of its own. */
export async function conduct(drill: Drill, options: DrillOptions): Promise<Tried[]> {
  const ground = await Ground.prepare(options.say, drill.ground);
  try {
    return await conductOn(ground, drill, options);
  } finally {
    await ground.stop();
  }
}

/** Runs a drill, and prints the result of each fault. */
export async function conductOn(ground: Ground, drill: Drill, options: DrillOptions): Promise<Tried[]> {
  const { say, seed, form } = options;
  const from = performance.now();
  say(`Drill ${drill.name} (${form}, seed ${seed}) tests ${drill.promises.join(', ')}: ${drill.about}`);
  const tried = await drill.run(ground, options);
  for (const { fault, counts, broken } of tried) {
    say(`${broken.length === 0 ? 'held  ' : 'BROKEN'} ${fault}: ${JSON.stringify(counts)}`);
    for (const sentence of broken) say(`       ${sentence}`);
  }
  say(`Drill ${drill.name} took ${seconds(performance.now() - from)}.`);
  if (tried.some(({ broken }) => broken.length > 0)) {
    for (const line of ground.unexpectedEnds) say(`       ${line}`);
    say(`To repeat this run: npm run drill -- ${drill.name} --${form} --seed ${seed}`);
  }
  return tried;
}

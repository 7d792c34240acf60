import { endRuns } from '../../servers/run.ts';
import { CopiedCheckout } from './copied-checkout.ts';
import type { DrillFault } from './planted-fault.ts';

/** Determines the random choices of the drills, so that each run makes the same. */
const SEED = '7';

/** The names of the counts that break their bounds, null if the drill didn't come to its counts. */
type Broken = readonly string[] | null;

/** A line such as "       lost is 5, 0 was promised". */
const BROKEN_COUNT = /: {8}(.+) is \S+, .* was promised$/gm;

/**
 * Runs each fault's drill in a copy of the checkout: without the fault it must hold, and with it a count that the fault names must
 * break its bound.
 * Returns a line for each fault, and the number of unnoticed ones.
 */
export async function plantForDrills(
  faults: readonly DrillFault[],
  isOver: AbortSignal,
): Promise<{ results: string[]; unnoticed: number }> {
  const results: string[] = [];
  let unnoticed = 0;
  const checkout = await CopiedCheckout.make(isOver);
  try {
    const without = new Map<string, Broken>();
    for (const fault of faults) {
      const drill = `${fault.drill}, ${fault.form} form`;
      if (!without.has(drill)) {
        console.log(`${drill}, without a fault`);
        without.set(drill, await brokenIn(checkout, fault));
      }
      console.log(`${drill}, with this fault: ${fault.name}`);
      const broken = await checkout.with(fault.mistakes, () => brokenIn(checkout, fault));
      if (isOver.aborted) break;
      const isNoticed =
        without.get(drill)?.length === 0 && fault.breaks.some((count) => broken?.includes(count));
      if (!isNoticed) unnoticed += 1;
      const how = `${drill}: ${inWords(without.get(drill)!)} without it, ${inWords(broken)} with it`;
      results.push(`${isNoticed ? 'noticed  ' : 'UNNOTICED'} ${fault.name} (${how})`);
      console.log(results.at(-1));
    }
  } finally {
    await endRuns();
    await checkout.remove();
  }
  return { results, unnoticed };
}

const inWords = (broken: Broken): string => {
  if (broken === null) return 'did not end';
  return broken.length === 0 ? 'held' : `broke ${broken.join(', ')}`;
};

/** Builds the copy, runs the drill, and prints its counts. @throws if the copy, with its mistakes, can't be built */
async function brokenIn(checkout: CopiedCheckout, { drill, form }: DrillFault): Promise<Broken> {
  const built = await checkout.build();
  if (!built.ok) throw new Error(`The copy with the fault can't be built: ${built.output}`);
  const { ok, output } = await checkout.drill([drill, `--${form}`, '--no-write', '--seed', SEED]);
  const lines = output.split('\n');
  const held = lines.filter((line) => line.includes(': held '));
  const broken = lines.filter((line) => line.includes(': BROKEN '));
  for (const line of [...held, ...broken]) console.log(line);
  const counts = [...new Set(Array.from(output.matchAll(BROKEN_COUNT), ([, count]) => count!))];
  if (ok ? held.length > 0 : counts.length > 0) return counts;
  console.log(output);
  return null;
}

import { endRuns } from '../../servers/run.ts';
import { CopiedCheckout } from './copied-checkout.ts';
import type { DrillFault } from './planted-fault.ts';

/** Determines the random choices of the drills, so that each run makes the same. */
const SEED = '7';

/** The result of a drill: all counts are as promised, a count breaks its bound, or it has no counts. */
type Outcome = 'held' | 'broke' | 'did not end';

/**
 * Runs each fault's drill in a copy of the checkout: without the fault it must hold, and with it a count must break its bound.
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
    const without = new Map<string, Outcome>();
    for (const fault of faults) {
      const drill = `${fault.drill}, ${fault.form} form`;
      if (!without.has(drill)) {
        console.log(`${drill}, without a fault`);
        without.set(drill, await outcomeOf(checkout, fault));
      }
      console.log(`${drill}, with this fault: ${fault.name}`);
      const outcome = await checkout.with(fault.mistakes, () => outcomeOf(checkout, fault));
      if (isOver.aborted) break;
      const isNoticed = without.get(drill) === 'held' && outcome === 'broke';
      if (!isNoticed) unnoticed += 1;
      const how = `${drill}: ${without.get(drill)} without it, ${outcome} with it`;
      results.push(`${isNoticed ? 'noticed  ' : 'UNNOTICED'} ${fault.name} (${how})`);
      console.log(results.at(-1));
    }
  } finally {
    await endRuns();
    await checkout.remove();
  }
  return { results, unnoticed };
}

/** Builds the copy, runs the drill, and prints its counts. @throws if the copy, with its mistakes, can't be built */
async function outcomeOf(checkout: CopiedCheckout, { drill, form }: DrillFault): Promise<Outcome> {
  const built = await checkout.build();
  if (!built.ok) throw new Error(`The copy with the fault can't be built: ${built.output}`);
  const { ok, output } = await checkout.drill([drill, `--${form}`, '--no-write', '--seed', SEED]);
  const lines = output.split('\n');
  const held = lines.filter((line) => line.includes(': held '));
  const broken = lines.filter((line) => line.includes(': BROKEN '));
  for (const line of [...held, ...broken]) console.log(line);
  if (ok && held.length > 0) return 'held';
  if (!ok && broken.length > 0) return 'broke';
  console.log(output);
  return 'did not end';
}

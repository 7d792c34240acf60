import type { Say } from '../servers/progress.ts';

/** A kind of side to measure. */
interface Kind {
  /** Its name in the results. */
  readonly title: string;
  /** Versions of its servers and packages, by name. */
  versions(): Promise<Readonly<Record<string, string>>>;
}

/** The results of one side. */
export interface SideRounds<Key extends string, Round> {
  readonly key: Key;
  readonly title: string;
  readonly versions: Readonly<Record<string, string>>;
  readonly rounds: readonly Round[];
}

/** Measures each side once per round, so that a change in the machine's load affects all sides. */
export async function measureInTurns<Key extends string, Round>(
  kinds: Readonly<Record<Key, Kind>>,
  { sides, rounds }: { readonly sides: readonly Key[]; readonly rounds: number },
  measure: (key: Key, round: number) => Promise<Round>,
  say: Say,
): Promise<SideRounds<Key, Round>[]> {
  const found = new Map<Key, Round[]>(sides.map((key) => [key, []]));
  for (let round = 1; round <= rounds; round++) {
    for (const [key, measured] of found) {
      say(`${kinds[key].title}${rounds > 1 ? `, round ${round} of ${rounds}` : ''}`);
      measured.push(await measure(key, round));
    }
  }
  const results: SideRounds<Key, Round>[] = [];
  for (const [key, measured] of found) {
    const { title } = kinds[key];
    results.push({ key, title, versions: await kinds[key].versions(), rounds: measured });
  }
  return results;
}

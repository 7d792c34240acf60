import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Tried } from './drill.ts';

const FILE = fileURLToPath(new URL('../../docs/drills.json', import.meta.url));

/** The latest result of a drill's long form. */
export interface DrillResult {
  readonly name: string;
  readonly seed: number;
  /** The state of the code; older results lack it. */
  readonly commit?: string;
  /** ISO 8601. */
  readonly at: string;
  readonly tookMs: number;
  readonly tried: readonly Tried[];
}

/** The kept results, by the drill's name. */
export async function keptResults(): Promise<Record<string, DrillResult>> {
  const text = await readFile(FILE, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw error;
  });
  return JSON.parse(text) as Record<string, DrillResult>;
}

export async function keepResult(result: DrillResult): Promise<void> {
  const results = { ...(await keptResults()), [result.name]: result };
  await writeFile(FILE, `${JSON.stringify(results, null, 1)}\n`);
}

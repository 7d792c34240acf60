import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WholeProduct } from '@telemon/testing/whole-product';
import { parentOf, type MeasuredProcess } from './processes.ts';

/** The launcher, and the processes that it supervises, by its names for them. */
export function telemonProcesses(product: WholeProduct): MeasuredProcess[] {
  const run = join(product.dataDir, 'run');
  const kept = readdirSync(run)
    .filter((file) => file.endsWith('.json'))
    .map((file) => JSON.parse(readFileSync(join(run, file), 'utf8')) as { name: string; pid: number })
    .map(({ name, pid }) => ({ name, pid }));
  const launcher = parentOf(product.pid('mongodb'));
  return launcher === null ? kept : [...kept, { name: 'launcher', pid: launcher }];
}

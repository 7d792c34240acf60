import { readFileSync } from 'node:fs';
import type { Say } from '../../servers/progress.ts';
import { otherLoad, serverVersions, whenAndWhere } from '../machine.ts';
import { measureFloods } from './floods.ts';
import type { BenchOptions } from './options.ts';
import { measureRates } from './rates.ts';
import type { Results } from './results.ts';

/** Measures datagrams at rising rates, then floods; each on an installation of its own. */
export async function measure(options: BenchOptions, say: Say): Promise<Results> {
  const otherLoadPercent = await otherLoad();
  const rates = await measureRates(options, say);
  const { floods, profiles } = await measureFloods(options, say);
  const { write: _write, profile: _profile, ...savedOptions } = options;
  return {
    ...whenAndWhere(),
    options: savedOptions,
    versions: await serverVersions(say),
    otherLoadPercent,
    receiveBufferMost: Number(readFileSync('/proc/sys/net/core/rmem_max', 'utf8')),
    rates,
    floods,
    profiles,
  };
}

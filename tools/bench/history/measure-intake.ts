import { type Say, step } from '../../servers/progress.ts';
import { measureStep, type StepFigures } from '../ingest/measure-step.ts';
import type { Installation } from './installation.ts';
import type { BenchOptions } from './options.ts';
import type { Progress } from './progress.ts';

/** Before the measurement, s: compilers warm up. */
const WARM_UP_S = 10;

/** Measures intake at a fixed rate, with as much history as there is. */
export async function measureIntake(
  { side, generator }: Installation,
  { devices, ingestRate: rate, ingestSeconds }: BenchOptions,
  { done }: Progress,
  history: 'empty' | 'full',
  say: Say,
): Promise<StepFigures> {
  const measure = async (seconds: number) => {
    const load = { rate, seconds, readingsPerPublish: 1, devices, crossings: 0, firstSeq: done.nextSeq };
    const { figures, plan } = await measureStep(side, generator, load);
    done.nextSeq = plan.nextSeq;
    return figures;
  };
  return step(say, `Measuring intake with the ${history} history`, async () => {
    await measure(WARM_UP_S);
    return measure(ingestSeconds);
  });
}

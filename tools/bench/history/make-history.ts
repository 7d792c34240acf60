import type { Installation } from './installation.ts';
import type { BenchOptions } from './options.ts';
import type { Progress } from './progress.ts';
import type { Form, Size } from './results.ts';
import { COMPARED_DATABASE, ComparedForm, type ComparedKey, nameOf } from './sides/compared-form.ts';
import { HotForm } from './sides/hot-form.ts';
import { SealedForm } from './sides/sealed-form.ts';
import { sizeOf } from './sides/sizes.ts';

const HOURS_A_DAY = 24;
const MINUTES_AN_HOUR = 60;
/** More would only take longer: readings are in this form for an hour or so. */
const MOST_HOT_HOURS = 48;
const SEALED_COLLECTIONS = ['sealed_hours', 'rollups_of_quarters', 'rollups_of_minutes'];

export type Compared = Readonly<Record<ComparedKey, ComparedForm>>;

/** The compared collections, which may be empty yet. */
export async function comparedForms({ client, span }: Installation): Promise<Compared> {
  const db = client.db(COMPARED_DATABASE);
  return {
    plain: await ComparedForm.in(db, 'plain', span),
    'time-series': await ComparedForm.in(db, 'time-series', span),
  };
}

/** Makes the history in all forms, as far as an earlier run has not. */
export async function makeHistory(
  { devices: mongo, hot, span }: Installation,
  compared: Compared,
  { days }: BenchOptions,
  progress: Progress,
): Promise<void> {
  const sealedForm = new SealedForm(mongo, span);
  const hotForm = new HotForm(hot, span);
  await hot.prepare();
  await progress.make('sealed', sealedForm.days, (day) => sealedForm.makeDay(day));
  await progress.make('hot', hotHours(days), (hour) => hotForm.makeHour(hour));
  for (const key of ['plain', 'time-series'] as const) {
    const first = progress.done.made[key].pieces;
    await progress.make(key, days * HOURS_A_DAY, (hour) => compared[key].makeHour(hour, hour === first));
  }
}

const hotHours = (days: number): number => Math.min(MOST_HOT_HOURS, days * HOURS_A_DAY);

/** The size of each form on the disk. */
export async function sizesOf(
  { client, span, hot }: Installation,
  { days }: BenchOptions,
): Promise<Record<Form, Size>> {
  const ofHours = (hours: number) => hours * MINUTES_AN_HOUR * span.names.length;
  const all = ofHours(days * HOURS_A_DAY);
  const compared = client.db(COMPARED_DATABASE);
  return {
    sealed: await sizeOf(client.db('devices'), SEALED_COLLECTIONS, all),
    hot: await sizeOf(client.db(hot.db.databaseName), ['readings'], ofHours(hotHours(days))),
    plain: await sizeOf(compared, [nameOf('plain')], all),
    'time-series': await sizeOf(compared, [nameOf('time-series')], all),
  };
}

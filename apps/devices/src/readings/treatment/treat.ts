import type { AdjustmentRange, SensorAdjustment, SensorMapping } from '@telemon/contracts/devices/treatment';
import type { PerChannel } from '../../latest/day-totals.ts';
import { NONE, type SentReading } from '../sent-reading.ts';
import { adjusted, rangesOf } from './adjustment.ts';
import { type CalibrationTable, calibrated } from './calibration-table.ts';
import { type Feeds, feedsOf, mapped } from './mapping.ts';

/** The settings of a device that decide how its readings are treated. */
export interface TreatmentSettings {
  /** Sensor types by channel; null where the channel has no sensor. */
  sensorIds?: readonly (string | null)[] | undefined;
  sensorMapping?: SensorMapping | null | undefined;
  sensorAdjustment?: SensorAdjustment | null | undefined;
}

/** The same, ready for use on each reading. */
export interface Treatment {
  readonly feeds: Feeds | null;
  readonly sensorIds: readonly (string | null)[];
  readonly ranges: readonly (readonly AdjustmentRange[] | null)[] | null;
}

/** The tables of sensor types by id; a sensor type without one is absent. */
type Tables = ReadonlyMap<string, CalibrationTable>;

/** A reading with treated values. */
export interface ReadingValues extends Omit<SentReading, 'timestamp' | 'seq'> {
  /** Mapped current values before table and adjustment, where these changed them. */
  readonly raw: PerChannel;
}

export const treatmentOf = (settings: TreatmentSettings): Treatment => ({
  feeds: feedsOf(settings.sensorMapping),
  sensorIds: settings.sensorIds ?? NONE_CHOSEN,
  ranges: rangesOf(settings.sensorAdjustment),
});
const NONE_CHOSEN = [null, null, null, null];

/**
 * Treats a reading: mapping, then the sensor type's table, then the adjustment. A channel without a sensor is only mapped.
 * Minimum, maximum and average are treated as the current value; if a falling table makes the minimum greater than the maximum,
 * they are swapped.
 */
export const treat = (sent: SentReading, treatment: Treatment, tables: Tables): ReadingValues => {
  const { battery, rssi, rain, simId, imei } = sent;
  const current = fed(sent.current, treatment);
  const minimum = fed(sent.minimum, treatment);
  const maximum = fed(sent.maximum, treatment);
  const average = fed(sent.average, treatment);
  const beside = { battery, rssi, rain, simId, imei };
  const rules = rulesOf(treatment, tables);
  if (rules === null) return { current, minimum, maximum, average, raw: NONE, ...beside };
  const treated = ruled(current, rules);
  const [low, high] = [ruled(minimum, rules), ruled(maximum, rules)];
  return {
    current: treated,
    minimum: low.map((value, channel) => lowerOf(value, high[channel]!)),
    maximum: high.map((value, channel) => higherOf(value, low[channel]!)),
    average: ruled(average, rules),
    raw: changed(current, treated),
    ...beside,
  };
};

/** The table and the ranges of a sensor; null: none. */
type Rule = { table: CalibrationTable | undefined; ranges: readonly AdjustmentRange[] | null } | null;

const fed = (values: PerChannel, { feeds }: Treatment): PerChannel =>
  feeds ? mapped(values, feeds) : values;

const rulesOf = ({ sensorIds, ranges }: Treatment, tables: Tables): Rule[] | null => {
  if (ranges === null && tables.size === 0) return null;
  const rules = sensorIds.map((id, channel): Rule => {
    if (id === null) return null;
    const rule = { table: tables.get(id), ranges: ranges?.[channel] ?? null };
    return rule.table || rule.ranges ? rule : null;
  });
  return rules.every((rule) => rule === null) ? null : rules;
};

const ruled = (values: PerChannel, rules: readonly Rule[]): PerChannel =>
  values === NONE
    ? NONE
    : values.map((value, channel) => (value === null ? null : follow(rules[channel], value)));

const follow = (rule: Rule | undefined, sent: number): number => {
  if (!rule) return sent;
  const value = rule.table ? calibrated(rule.table, sent) : sent;
  return rule.ranges ? adjusted(value, rule.ranges) : value;
};

const lowerOf = (value: number | null, other: number | null): number | null =>
  value !== null && other !== null && other < value ? other : value;

const higherOf = (value: number | null, other: number | null): number | null =>
  value !== null && other !== null && other > value ? other : value;

const changed = (before: PerChannel, after: PerChannel): PerChannel =>
  before.some((value, channel) => value !== after[channel])
    ? before.map((value, channel) => (value === after[channel] ? null : value))
    : NONE;

import { type AlertType, rangeOf } from '@telemon/contracts/alerting/alerts';
import type { Reading, ValueType } from '@telemon/contracts/readings';

/** Whether a value meets an alert's condition. */
export type Condition = (value: number) => boolean;

const CONDITION_OF: Record<AlertType, (values: readonly number[]) => Condition> = {
  Above:
    ([setPoint = Number.NaN]) =>
    (value) =>
      value > setPoint,
  Below:
    ([setPoint = Number.NaN]) =>
    (value) =>
      value < setPoint,
  'In Between': (values) => {
    const { lower, upper } = rangeOf(values);
    return (value) => lower <= value && value <= upper;
  },
  'Restrict Range': (values) => {
    const { lower, upper } = rangeOf(values);
    return (value) => value < lower || value > upper;
  },
  // A value alone never makes it fire: it fires when the set point was not reached for the whole time period.
  Periodic:
    ([setPoint = Number.NaN]) =>
    (value) =>
      !(value >= setPoint),
};

/** The condition of an alert with a set point, or with two thresholds in either order. */
export const conditionOf = (alertType: AlertType, values: readonly number[]): Condition =>
  CONDITION_OF[alertType](values);

/** The set point, or the lower and the upper threshold. */
export const setPointsOf = (values: readonly number[]): number[] =>
  values.toSorted((one, other) => one - other);

/** The distance of a value from the set point or the nearer threshold. */
export const distanceFrom = (values: readonly number[], value: number): number =>
  Math.min(...values.map((threshold) => Math.abs(value - threshold)));

const FIELD_OF = {
  Current: 'current',
  Minimum: 'minimum',
  Average: 'average',
  Maximum: 'maximum',
} as const satisfies Record<ValueType, keyof Reading>;

export type ValueField = (typeof FIELD_OF)[ValueType];

/** The field and index of an alert's value in a reading. */
export const placeOf = (valueType: ValueType, sensorId: number): { field: ValueField; index: number } => ({
  field: FIELD_OF[valueType],
  index: sensorId - 1,
});

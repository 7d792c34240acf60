import type { AlertType } from '@telemon/contracts/alerting/alerts';
import type { Channel, Reading, ValueType } from '@telemon/contracts/readings';

/** Whether a value meets an alert's condition. */
export type Condition = (value: number) => boolean;

const CONDITION_OF: Record<AlertType, (setPoint: number) => Condition> = {
  Above: (setPoint) => (value) => value > setPoint,
  Below: (setPoint) => (value) => value < setPoint,
};

export const conditionOf = (alertType: AlertType, values: readonly number[]): Condition =>
  CONDITION_OF[alertType](values[0] ?? Number.NaN);

const FIELD_OF = {
  Current: 'current',
  Minimum: 'minimum',
  Average: 'average',
  Maximum: 'maximum',
} as const satisfies Record<ValueType, keyof Reading>;

export type ValueField = (typeof FIELD_OF)[ValueType];

/** The field and index of an alert's value in a reading. */
export const placeOf = (valueType: ValueType, sensorId: Channel): { field: ValueField; index: number } => ({
  field: FIELD_OF[valueType],
  index: sensorId - 1,
});

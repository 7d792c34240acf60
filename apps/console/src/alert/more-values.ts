import {
  type AlertType,
  type Severity,
  USUAL_SEVERITY,
  hasRange,
  hasWayOut,
} from '@telemon/contracts/alerting/alerts';

/** The part of an alert's form that is folded at first. */
export interface MoreValues {
  severity: Severity;
  /** Seconds. */
  holdFor: number;
  /** As many as the criteria have; all empty: the alert clears where its condition ends. */
  clearAt: (number | null)[];
  notifyCleared: boolean;
  /** Minutes; 0: no reminders. */
  remindEvery: number;
}

export const NOTHING_MORE: MoreValues = {
  severity: USUAL_SEVERITY,
  holdFor: 0,
  clearAt: [null],
  notifyCleared: false,
  remindEvery: 0,
};

/** The request's part. Of a Periodic alert, and of thresholds that its type lacks, nothing is sent, whatever the fields hold. */
export const moreToSend = (values: MoreValues & { alertType: AlertType }) => {
  const { alertType, remindEvery } = values;
  const clearAt = Array.from({ length: hasRange(alertType) ? 2 : 1 }, (_, at) => values.clearAt[at] ?? null);
  const isGiven = hasWayOut(alertType) && clearAt.some((threshold) => threshold !== null);
  return {
    holdFor: hasWayOut(alertType) ? values.holdFor : 0,
    clearAt: isGiven ? clearAt : null,
    remindEvery: remindEvery === 0 ? null : remindEvery,
  };
};

export const MORE_FIELDS = Object.keys(NOTHING_MORE) as (keyof MoreValues)[];

/** Whether a value is not the one that a new alert has. */
export const isUnusual = (values: MoreValues): boolean =>
  MORE_FIELDS.some((field) =>
    field === 'clearAt'
      ? values.clearAt.some((threshold) => threshold !== null)
      : values[field] !== NOTHING_MORE[field],
  );

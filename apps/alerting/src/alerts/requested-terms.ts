import type { NewAlert } from '@telemon/contracts/alerting/alerts';
import type { AlertDocument } from './alerts.repository.ts';

/** The fields of an alert that a request decides alone, without its sensor and its recipients. */
export const termsIn = ({ criteria, ...request }: NewAlert) =>
  ({
    valueType: request.valueType,
    alertType: request.alertType,
    values: criteria.values,
    timePeriod: criteria.timePeriod,
    message: request.message,
    severity: request.severity,
    holdFor: request.holdFor,
    clearAt: request.clearAt,
    notifyCleared: request.notifyCleared,
    remindEvery: request.remindEvery,
  }) satisfies Partial<AlertDocument>;

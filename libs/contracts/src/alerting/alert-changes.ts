import { z } from 'zod';
import { call } from '../call.ts';
import { Flag, Id } from '../fields.ts';
import { Delivery } from './alert-log.ts';
import { Alert, NewAlert } from './alerts.ts';

/** The whole alert as it shall be. It keeps its device. */
export const AlertChange = NewAlert.safeExtend({ id: Id });
export type AlertChange = z.infer<typeof AlertChange>;

/** The outcome of a test message over each channel: queued, sent, held with the reason, or none without a recipient. */
export const TestOutcome = Delivery.omit({ copies: true });
export type TestOutcome = z.infer<typeof TestOutcome>;

const one = z.strictObject({ id: Id });

export const alertChanges = {
  get: call('alerting.alerts.get', one, Alert),
  /** A firing alert clears if what it compares changes; it fires on if only its recipients or its message do. */
  update: call('alerting.alerts.update', AlertChange, Alert),
  /** A paused alert is compared with nothing. Pausing a firing one clears it. */
  pause: call('alerting.alerts.pause', one.extend({ paused: Flag }), Alert),
  /** Sends the alert's message with sample values to its own recipients. */
  test: call('alerting.alerts.test', one, TestOutcome),
};

import { z } from 'zod';
import { AlertLogEntry } from '../alerting/alert-log.ts';
import { Judgement } from '../alerting/traces.ts';
import { call } from '../call.ts';
import { TracedReading } from '../devices/traces.ts';
import { Id } from '../fields.ts';
import { Source } from '../readings.ts';
import { MqttLogRow } from './message-logs.ts';

/**
 * What a trace lacks, and why: the device is not known (any more), the payload is longer than the log keeps, the message is not in the
 * log (any more), only users with the MQTT log may see it, the reading is removed, or no reading was the cause.
 */
export const TraceGap = z.enum(['device', 'cut', 'message', 'notAllowed', 'reading', 'cause']);
export type TraceGap = z.infer<typeof TraceGap>;

/** The way of a message: as it arrived, its readings, how the device's alerts compare with them, and the entries with their notices. */
export const Trace = z.object({
  deviceName: z.string().nullable(),
  message: MqttLogRow.extend({ log: Source }).nullable(),
  readings: z.array(TracedReading),
  /** False if the message has more readings than those. */
  isWhole: z.boolean(),
  judgements: z.array(Judgement),
  entries: z.array(AlertLogEntry),
  gap: TraceGap.nullable(),
});
export type Trace = z.infer<typeof Trace>;

const byId = z.strictObject({ id: Id });
/** A trace asks two other services, one after the other, ms. */
const TRACED_WITHIN_MS = 12_000;

export const traces = {
  /** From a row of the MQTT log. */
  ofMqtt: call('logs.traces.of-mqtt', byId, Trace, { answerWithinMs: TRACED_WITHIN_MS }),
  /** From a row of the UDP log. */
  ofUdp: call('logs.traces.of-udp', byId, Trace, { answerWithinMs: TRACED_WITHIN_MS }),
  /** From an entry of the alert log back to the message. */
  ofEntry: call('logs.traces.of-entry', byId, Trace, { answerWithinMs: TRACED_WITHIN_MS }),
};

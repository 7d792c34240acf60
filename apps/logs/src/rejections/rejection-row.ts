import { imageTopic, telemetryTopic } from '@telemon/contracts/mqtt-bridge/mqtt';
import type { DeadLetter } from '@telemon/contracts/readings';
import { createHash } from 'node:crypto';

/** A row of the MQTT or the UDP log. */
export interface RejectionRow {
  _id: string;
  deviceName: string | null;
  /** Where it was published; '' for a datagram. */
  topic: string;
  /** The beginning of the payload as text; bytes that are no text show as U+FFFD. */
  data: string;
  /** Length of the whole payload. */
  bytes: number;
  /** Why it was rejected. */
  reason: string;
  timestamp: Date;
  expiresAt: Date;
}

const DAY_MS = 86_400_000;
const LONGEST_DATA = 4_096;
const LONGEST_REASON = 300;

/** A dead letter always makes the same id; those of one array of readings differ in reason or payload. */
const idOf = ({ arrivalId, reason, payload }: DeadLetter): string => {
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([reason, payload]))
    .digest('base64url');
  return `${arrivalId}-${fingerprint.slice(0, 16)}`;
};

const topicOf = ({ source, content, deviceName }: DeadLetter): string => {
  if (source !== 'mqtt' || !deviceName) return '';
  return content === 'image' ? imageTopic(deviceName) : telemetryTopic(deviceName);
};

/** The row that keeps a rejected payload for `keptDays`. */
export const rowOf = (deadLetter: DeadLetter, keptDays: number): RejectionRow => ({
  _id: idOf(deadLetter),
  deviceName: deadLetter.deviceName,
  topic: topicOf(deadLetter),
  data: Buffer.from(deadLetter.payload, 'base64').toString('utf8').slice(0, LONGEST_DATA),
  bytes: deadLetter.payloadBytes,
  reason: deadLetter.reason.slice(0, LONGEST_REASON),
  timestamp: new Date(deadLetter.receivedAt),
  expiresAt: new Date(deadLetter.receivedAt + keptDays * DAY_MS),
});

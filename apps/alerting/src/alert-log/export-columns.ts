import {
  type AlertLogEntry,
  KIND_OF_CAUSE,
  outcomesOfCopies,
  WORDS_OF_END,
} from '@telemon/contracts/alerting/alert-log';
import { hasRange, rangeOf } from '@telemon/contracts/alerting/alerts';
import { capitalised, textIn, timeIn } from '@telemon/platform/spreadsheets/cells';
import type { Cell, Column, Row } from '@telemon/platform/spreadsheets/column';

/** The columns of an exported alert log: those of an alert, and those of its firing. */
export const COLUMNS: readonly Column[] = [
  { title: 'SNo', kind: 'number' },
  { title: 'Device Name', kind: 'text' },
  { title: 'Contact', kind: 'text' },
  { title: 'Email', kind: 'text' },
  { title: 'Sensor Name', kind: 'text' },
  { title: 'Value Type', kind: 'text' },
  { title: 'Alert Type', kind: 'text' },
  { title: 'Set Point', kind: 'number' },
  { title: 'Lower Threshold', kind: 'number' },
  { title: 'Upper Threshold', kind: 'number' },
  { title: 'Time Period (h)', kind: 'number' },
  { title: 'MQTT Enabled', kind: 'text' },
  { title: 'Host', kind: 'text' },
  { title: 'Port', kind: 'number' },
  { title: 'Topic', kind: 'text' },
  { title: 'Created At', kind: 'time' },
  { title: 'Message', kind: 'text' },
  { title: 'Value', kind: 'number' },
  { title: 'Triggered At', kind: 'time' },
  { title: 'Cleared At', kind: 'time' },
  { title: 'Delivery', kind: 'text' },
  { title: 'Status', kind: 'text' },
  { title: 'Acknowledged At', kind: 'time' },
  { title: 'Acknowledged By', kind: 'text' },
  { title: 'Severity', kind: 'text' },
  { title: 'Note', kind: 'text' },
  { title: 'Kind', kind: 'text' },
  { title: 'Device Alias', kind: 'text' },
  { title: 'Cleared Value', kind: 'number' },
  { title: 'Silent Since', kind: 'time' },
  { title: 'End Cause', kind: 'text' },
];

const WAYS = { sms: 'SMS', email: 'Email', mqtt: 'MQTT' } as const;

/** The set point, or the two thresholds. */
const limitsOf = ({ alertType, criteria }: AlertLogEntry): [Cell, Cell, Cell] => {
  if (alertType === null || criteria === null) return [null, null, null];
  const { values } = criteria;
  if (!hasRange(alertType)) return [values[0] ?? null, null, null];
  const { lower, upper } = rangeOf(values);
  return [null, lower, upper];
};

/** A silence has no target, not even a disabled one. */
const mqttIn = ({ cause, mqttEnabled }: AlertLogEntry): Cell => {
  if (cause === 'silence') return null;
  return mqttEnabled === 'enabled' ? 'Enabled' : 'Disabled';
};

interface Outcome {
  channel: keyof typeof WAYS;
  state: string;
  count: number;
  reasons: readonly string[];
}

/** 'SMS held (…)', 'Email sent ×2'. */
const outcomeInWords = ({ channel, state, count, reasons }: Outcome): string =>
  `${WAYS[channel]} ${state}${count > 1 ? ` ×${count}` : ''}${reasons.length > 0 ? ` (${reasons.join('; ')})` : ''}`;

/** The outcome of each notice, with its reason: 'SMS held (…), Email sent; 2 copies: SMS held ×2 (…)'. */
export const deliveryInWords = ({ copies, ...own }: AlertLogEntry['delivery']): Cell => {
  const ofOwn = (Object.keys(WAYS) as (keyof typeof WAYS)[])
    .filter((channel) => own[channel].state !== 'none')
    .map((channel) => {
      const { state, reason } = own[channel];
      return outcomeInWords({ channel, state, count: 1, reasons: reason === null ? [] : [reason] });
    })
    .join(', ');
  if (copies.length === 0) return textIn(ofOwn);
  const ofCopies = outcomesOfCopies(copies).map(outcomeInWords).join(', ');
  const counted = copies.length === 1 ? 'one copy' : `${copies.length} copies`;
  return textIn(`${ofOwn ? `${ofOwn}; ` : ''}${counted}: ${ofCopies}`);
};

/** The row of an entry. */
export const rowOf = (number: number, entry: AlertLogEntry): Row => [
  number,
  entry.deviceName,
  textIn(entry.contact),
  textIn(entry.email),
  entry.sensorName,
  entry.valueType,
  entry.alertType,
  ...limitsOf(entry),
  entry.criteria?.timePeriod ?? null,
  mqttIn(entry),
  textIn(entry.host),
  entry.port,
  textIn(entry.topic),
  timeIn(entry.createdAt),
  entry.message,
  entry.value,
  timeIn(entry.triggeredAt),
  timeIn(entry.clearedAt),
  deliveryInWords(entry.delivery),
  entry.status,
  timeIn(entry.isAck),
  textIn(entry.ackBy),
  capitalised(entry.severity),
  textIn(entry.ackNote),
  KIND_OF_CAUSE[entry.cause],
  entry.deviceAlias,
  entry.clearedValue,
  timeIn(entry.silentSince),
  entry.endCause && WORDS_OF_END[entry.endCause],
];

import { CHANNELS, PREFIX_OF, TELEMETRY_MAX_BYTES } from '@telemon/contracts/readings';
import { isUtf8 } from 'node:buffer';
import type { PerChannel } from '../latest/day-totals.ts';
import { NONE, SentReading } from './sent-reading.ts';
import { measuredOf, nameOf, seqOf, timestampOf } from './sent-values.ts';

/** Limits of one message. */
const MOST_READINGS = 5_000;
const MOST_FIELDS = 64;
const DEEPEST = 8;

/** One payload as the edge passed it on. */
interface SentPayload {
  payload: Buffer;
  source: 'mqtt' | 'udp';
  deviceName: string;
}

/** Each field has a number: kind × 4 + channel, then the fields without a channel. */
const BATTERY = 16;
const RSSI = 17;
const RAIN = 18;
const SIMID = 19;
const IMEI = 20;
const TIMESTAMP = 21;
const SEQ = 22;
const DEVICE_ID = 23;
const KINDS = ['current', 'minimum', 'maximum', 'average'] as const;
const PREFIXES = [PREFIX_OF.Current, PREFIX_OF.Minimum, PREFIX_OF.Maximum, PREFIX_OF.Average];

const FIELDS = new Map<string, number>([
  ...PREFIXES.flatMap((prefix, kind) =>
    CHANNELS.map((channel): [string, number] => [`${prefix}${channel}`, kind * 4 + channel - 1]),
  ),
  // Without a number they belong to the first sensor.
  ...[PREFIX_OF.Minimum, PREFIX_OF.Maximum, PREFIX_OF.Average].map((prefix, index): [string, number] => [
    prefix,
    (index + 1) * 4,
  ]),
  ['BATTERY', BATTERY],
  ['RSSI', RSSI],
  ['RAIN', RAIN],
  ['SIMID', SIMID],
  ['IMEI', IMEI],
  ['timestamp', TIMESTAMP],
  ['seq', SEQ],
  ['deviceId', DEVICE_ID],
]);

/**
 * Decodes a payload and calls `take` for each valid reading. Returns null if all are valid, else the reason: a sentence without
 * any text of the device.
 */
export const decode = (sent: SentPayload, take: (reading: SentReading) => void): string | null => {
  const { payload, source, deviceName } = sent;
  if (payload.length === 0) return 'it is empty';
  if (payload.length > TELEMETRY_MAX_BYTES) return `it is larger than ${TELEMETRY_MAX_BYTES / 1024} KB`;
  if (!isUtf8(payload)) return 'it is not UTF-8';
  const text = payload.toString();
  if (source === 'udp' && !/^\s*[{[]/.test(text)) {
    const fields = fieldsOfText(text);
    return fields ? one(fields, deviceName, take) : 'it is neither JSON nor name,TC1=…';
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'it is not JSON';
  }
  return Array.isArray(value) ? many(value, deviceName, take) : one(value, deviceName, take);
};

const one = (value: unknown, deviceName: string, take: (reading: SentReading) => void): string | null => {
  const reading = readingOf(value, deviceName);
  if (typeof reading === 'string') return reading;
  take(reading);
  return null;
};

const many = (values: unknown[], deviceName: string, take: (reading: SentReading) => void): string | null => {
  if (values.length === 0) return 'it holds no reading';
  if (values.length > MOST_READINGS) return `it holds more than ${MOST_READINGS} readings`;
  let reason: string | null = null;
  for (const [index, value] of values.entries()) {
    const refused = one(value, deviceName, take);
    if (refused !== null) reason ??= values.length === 1 ? refused : `reading ${index + 1}: ${refused}`;
  }
  return reason;
};

/** `pump01,TC1=20.1,TC2=4`: the name, then fields; null where one of them has no '='. */
const fieldsOfText = (text: string): Record<string, unknown> | null => {
  const [name, ...pairs] = text.trim().split(',');
  const fields = new Map<string, unknown>([['deviceId', name!.trim()]]);
  for (const pair of pairs) {
    const split = pair.indexOf('=');
    if (split === -1) return null;
    fields.set(pair.slice(0, split).trim(), pair.slice(split + 1).trim());
  }
  return Object.fromEntries(fields);
};

/** The reading in an object, or the reason why it has none. */
const readingOf = (value: unknown, deviceName: string): SentReading | string => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return 'it is not an object of values';
  const fields = value as Record<string, unknown>;
  const reading = new SentReading();
  let count = 0;
  let hasValues = false;
  for (const name in fields) {
    if (++count > MOST_FIELDS) return `it has more than ${MOST_FIELDS} fields`;
    const field = FIELDS.get(name);
    const sent = fields[name];
    if (field === undefined) {
      if (name === '__proto__' || name === 'constructor') return 'it has a field of a forbidden name';
      if (isDeeperThan(sent, DEEPEST)) return 'it is nested too deeply';
      continue;
    }
    if (sent === null || sent === '') continue;
    if (field === DEVICE_ID) {
      if (nameOf(sent) !== deviceName) return 'it names another device';
      continue;
    }
    if (!put(reading, field, sent)) return `${name} can't be read`;
    hasValues ||= field < TIMESTAMP;
  }
  return hasValues ? reading : 'it holds no values';
};

/** Sets a field of a reading; false if the value is invalid. */
const put = (reading: SentReading, field: number, sent: unknown): boolean => {
  switch (field) {
    case SIMID:
      return (reading.simId = nameOf(sent) ?? null) !== null;
    case IMEI:
      return (reading.imei = nameOf(sent) ?? null) !== null;
    case TIMESTAMP:
      return (reading.timestamp = timestampOf(sent) ?? null) !== null;
    case SEQ:
      return (reading.seq = seqOf(sent) ?? null) !== null;
    default: {
      const number = measuredOf(sent);
      if (number === undefined) return false;
      if (field === BATTERY) reading.battery = number;
      else if (field === RSSI) reading.rssi = number;
      else if (field === RAIN) reading.rain = number;
      else putInChannel(reading, KINDS[field >> 2]!, field & 3, number);
      return true;
    }
  }
};

const putInChannel = (
  reading: SentReading,
  kind: (typeof KINDS)[number],
  channel: number,
  value: number,
): void => {
  if (reading[kind] === NONE) reading[kind] = [null, null, null, null];
  (reading[kind] as PerChannel[number][])[channel] = value;
};

const isDeeperThan = (value: unknown, levels: number): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1));
};

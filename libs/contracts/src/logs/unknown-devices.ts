import { z } from 'zod';
import { call } from '../call.ts';
import { DeviceName } from '../fields.ts';
import { pageOf, pageQuery } from '../page.ts';
import { Source } from '../readings.ts';

/** Most unknown devices that are kept; those that sent least are removed first. */
export const MOST_UNKNOWN_DEVICES = 1_000;
/** Most names that an edge tells of in one message. */
export const NAMES_PER_MESSAGE = 50;
/** This much of a message from an unknown device is kept, bytes. */
export const SAMPLE_BYTES = 512;

/** The beginning of a payload as text, and the size of the whole. */
const Sample = z.strictObject({ data: z.string().max(SAMPLE_BYTES), bytes: z.int().nonnegative() });

/** A name that no device has, and how often it came since an edge told last. */
export const UnknownName = z.strictObject({
  deviceName: DeviceName,
  count: z.int().min(1),
  /** One of its datagrams; absent after a refused sign-in, of which only the name is sent. */
  sample: Sample.optional(),
});
export type UnknownName = z.infer<typeof UnknownName>;

/** Something that sends under a valid name that no device has. */
export const UnknownDevice = z.object({
  deviceName: z.string(),
  /** The kind of endpoint that it came to last. */
  source: Source,
  firstSeenAt: z.string(),
  lastSeenAt: z.string(),
  /** How often it came, at least. */
  count: z.int(),
  /** The beginning of a payload that it sent lately; null if it only tried to sign in. */
  data: z.string().nullable(),
  /** The size of that whole payload. */
  bytes: z.int(),
});
export type UnknownDevice = z.infer<typeof UnknownDevice>;

const named = z.strictObject({ deviceName: DeviceName });

export const unknownDevices = {
  /** The one that came last first. */
  list: call(
    'logs.unknown-devices.list',
    pageQuery(['deviceName', 'source', 'firstSeenAt', 'lastSeenAt', 'count']),
    pageOf('unknownDevices', UnknownDevice),
  ),
  remove: call('logs.unknown-devices.remove', named, z.null()),
  /** For the edges alone. */
  tell: call(
    'logs.unknown-devices.tell',
    z.strictObject({ source: Source, names: z.array(UnknownName).min(1).max(NAMES_PER_MESSAGE) }),
    z.null(),
  ),
};

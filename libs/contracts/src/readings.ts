import { z } from 'zod';
import { DAY_MS, MINUTE_MS } from './durations.ts';

/** A device has up to four sensors, one per channel. */
export const CHANNELS = [1, 2, 3, 4] as const;
export type Channel = (typeof CHANNELS)[number];

/**
 * The largest value of a reading; the least is its negative. Beyond it, a day's other readings would vanish in the rounding error of its
 * sum; no measurement comes near.
 */
export const LARGEST_VALUE = 1e15;

export const ValueType = z.enum(['Current', 'Minimum', 'Average', 'Maximum']);
export type ValueType = z.infer<typeof ValueType>;

/** The kinds of endpoint that readings come over. */
export const Source = z.enum(['mqtt', 'udp']);
export type Source = z.infer<typeof Source>;

/** Per value type, the prefix of its fields on the wire: TC1..TC4, TN1.., TA1.., TM1... */
export const PREFIX_OF = { Current: 'TC', Minimum: 'TN', Average: 'TA', Maximum: 'TM' } as const;

/** A device's timestamp is accepted from now − this … */
export const OLDEST_TIMESTAMP_MS = 400 * DAY_MS;
/** … to now + this; any other is replaced by the arrival time and marked. */
export const NEWEST_TIMESTAMP_MS = 10 * MINUTE_MS;
/** A reading that arrives later than this after its timestamp is kept and charted, but starts no alert. */
export const LATE_AFTER_MS = 15 * MINUTE_MS;
/** Largest telemetry payload, over MQTT and UDP alike. */
export const TELEMETRY_MAX_BYTES = 256 * 1024;

/** Why a message is refused whose device name nobody has registered. */
export const UNKNOWN_DEVICE = 'there is no such device';

/**
 * Headers of a message in `telemetry.raw` or `telemetry.images`. Its key is the device name, its value the payload as it came. The edge
 * assigns `arrivalId`: a repeated delivery of the same message has the same one.
 */
export interface RawHeaders {
  arrivalId: string;
  /**
   * Key of the device that sent it, as text, so that a later device of its name never gets the message. Edges of earlier versions
   * of Telemon don't set it.
   */
  deviceKey?: string;
  /** The login that it came over, as `loginIdOf` names it; UDP has none, and edges of earlier versions don't set it. */
  login?: string;
  /** Epoch milliseconds, as text. */
  receivedAt: string;
  /** The same by a clock that nobody can set, as `steadyTimeText` writes it. Edges of earlier versions don't set it. */
  steadyAt?: string;
  source: Source;
  /** The topic at the outside broker that it was read from; missing: it came over an endpoint of Telemon. */
  topic?: string;
  /** Set by the bridge alone, on a test reading that it sends for a user: nothing that a device sends becomes a header. */
  test?: 'true';
  /** Only of an image that is too large: its size in bytes, as text. The value is its beginning, or empty. */
  tooLarge?: string;
}

/** A time by the clock of a machine that goes on evenly, whatever becomes of its date. */
export interface SteadyTime {
  /** Names the time since the machine was started; times of others can't be compared with it. */
  readonly boot: string;
  readonly upMs: number;
}

export const steadyTimeText = ({ boot, upMs }: SteadyTime): string => `${boot} ${upMs}`;

/** The steady time that a header contains; null: none. */
export const steadyTimeIn = (text: string): SteadyTime | null => {
  const [, boot, upMs] = /^(\S{1,64}) (\d{1,15})$/.exec(text) ?? [];
  return boot === undefined ? null : { boot, upMs: Number(upMs) };
};

/** How often each endpoint writes a heartbeat into each partition, ms. */
export const HEARTBEAT_EVERY_MS = 15_000;
/** A longer time without a heartbeat or a reading is one in which no device could reach Telemon, ms. */
export const HEARTBEATS_MISSED_AFTER_MS = 45_000;
/**
 * By how much a reading behind a heartbeat may have arrived before it, ms. A process that can't reach Kafka keeps its readings in
 * memory; without heartbeats nobody notices for HEARTBEATS_MISSED_AFTER_MS, and it sends them within 15 s once Kafka is back.
 */
export const HEARTBEAT_TOLERANCE_MS = HEARTBEATS_MISSED_AFTER_MS + 15_000;

/**
 * Headers of a heartbeat of an endpoint, a message without key and value in every partition of `telemetry.raw`. The devices service
 * passes it on, between the same readings, to the same partition of `telemetry.readings`. As a reading, it may come again later.
 *
 * It says that devices could reach this kind of endpoint at `receivedAt`. Every reading of the partition that its process accepted
 * before that stands before it. Readings that other processes accepted (the other endpoint, replicas), and datagrams that waited for
 * the look-up of their device, may stand behind it, if they arrived less than HEARTBEAT_TOLERANCE_MS before `receivedAt`. Not even that
 * holds for a process that can't reach Kafka for longer while another one can.
 */
export interface HeartbeatHeaders {
  heartbeat: Source;
  /** Epoch milliseconds, as text. */
  receivedAt: string;
}

/** A short name for a login of a device: its password is random, so part of the unsalted hash reveals nothing. */
export const loginIdOf = (passwordSha256: string): string => passwordSha256.slice(0, 16);

/** One value per channel, null where the device has or sent none. */
const PerChannel = z.array(z.number().nullable()).length(4);

/** A treated reading as it travels in `telemetry.readings`. Times are epoch milliseconds. */
export const Reading = z.object({
  id: z.string(),
  deviceName: z.string(),
  receivedAt: z.number(),
  timestamp: z.number(),
  /** True if it came over LATE_AFTER_MS after its timestamp. */
  late: z.boolean(),
  /** True if the device's timestamp was not plausible and the arrival time replaces it. */
  clockReplaced: z.boolean(),
  current: PerChannel,
  minimum: PerChannel,
  maximum: PerChannel,
  average: PerChannel,
  battery: z.number().nullable(),
  /** The kind of endpoint that it came over. Earlier versions of Telemon didn't say it. */
  source: Source.optional(),
  /** Offset of its message in `telemetry.raw`: the order of a device's readings by no clock. Earlier versions of Telemon didn't say it. */
  rawOffset: z.number().optional(),
  /** A test reading: it starts no alert. */
  test: z.literal(true).optional(),
});
export type Reading = z.infer<typeof Reading>;

/**
 * A rejected payload with the reason, in `telemetry.dead-letters`: one that the devices service could not use, or a sample of those
 * that an edge refused before `telemetry.raw`.
 */
export const DeadLetter = z.object({
  deviceName: z.string().nullable(),
  /** Key of the device that sent it; null where that is not known. */
  deviceKey: z.int().nullable().default(null),
  source: Source,
  /** The topic of the device that it came by. */
  content: z.enum(['telemetry', 'image']).default('telemetry'),
  /** The topic that it was published to, if that is none of the device's. */
  topic: z.string().optional(),
  /** How many payloads an edge refused for this reason, this one included; absent if this is no edge's sample. */
  count: z.int().min(1).optional(),
  reason: z.string(),
  receivedAt: z.number(),
  arrivalId: z.string(),
  /** The payload's first 4 KB, base64. */
  payload: z.string(),
  payloadBytes: z.int(),
});
export type DeadLetter = z.infer<typeof DeadLetter>;

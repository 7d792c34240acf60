import { z } from 'zod';
import { call } from '../call.ts';
import { DeviceName } from '../fields.ts';

/** Why an endpoint refused a sign-in or a message of a device, or ended its connection; `unreadable` is said of a payload. */
export const REFUSED_BECAUSE = [
  'bad-login',
  'bad-certificate',
  'certificate-expired',
  'too-many-failures',
  'bad-authentication-method',
  'client-id-invalid',
  'unavailable',
  'revoked',
  'not-authorized',
  'retain-not-supported',
  'subscription-ids-not-supported',
  'malformed',
  'protocol-error',
  'topic-name-invalid',
  'topic-alias-invalid',
  'packet-too-large',
  'receive-maximum-exceeded',
  'too-slow',
  'keep-alive-timeout',
  'unanswered',
  'not-stored',
  'topic-blocked',
  'rate',
  'buffer-full',
  'unreadable',
] as const;
export const RefusedBecause = z.enum(REFUSED_BECAUSE);
export type RefusedBecause = z.infer<typeof RefusedBecause>;

/**
 * Whether a device is connected over MQTT. `since`: when that began, or when its last connection ended; `address`, `protocol` and
 * `tls` are those of its present or last connection; all four are null if it never was connected. `refused`: the last sign-in or
 * message that was refused, or the last connection that was ended for a fault; its address is that of a sign-in, else null.
 */
export const Presence = z.object({
  connected: z.boolean(),
  since: z.string().nullable(),
  address: z.string().nullable(),
  protocol: z.enum(['MQTT 3.1.1', 'MQTT 5']).nullable(),
  tls: z.boolean().nullable(),
  refused: z.object({ because: RefusedBecause, at: z.string(), address: z.string().nullable() }).nullable(),
});
export type Presence = z.infer<typeof Presence>;

/** The presence of a device of which no endpoint has told anything. */
export const NO_PRESENCE: Presence = {
  connected: false,
  since: null,
  address: null,
  protocol: null,
  tls: null,
  refused: null,
};

/** Most devices that a replica of the endpoint tells of in one message. */
export const PRESENCES_PER_MESSAGE = 250;
/** A replica of the endpoint tells at least this often that it is there, ms. */
export const REPLICA_TELLS_EVERY_MS = 5_000;
/** A replica that has told nothing for this long is gone, ms: it was killed, or stands still. */
export const REPLICA_GONE_AFTER_MS = 20_000;

const instant = z.int().nonnegative();
const address = z.string().max(64);

/** A connection of a device, with epoch milliseconds. */
export const ToldConnection = z.strictObject({
  since: instant,
  /** null while it is open. */
  endedAt: instant.nullable(),
  address,
  version: z.literal([4, 5]),
  tls: z.boolean(),
});
export type ToldConnection = z.infer<typeof ToldConnection>;

export const ToldRefusal = z.strictObject({
  because: RefusedBecause,
  at: instant,
  address: address.nullable(),
});
export type ToldRefusal = z.infer<typeof ToldRefusal>;

/** Changes of one device: its newest connection at this replica, its last refusal, or both. */
export const ToldPresence = z.strictObject({
  deviceName: DeviceName,
  deviceKey: z.int(),
  connection: ToldConnection.optional(),
  refused: ToldRefusal.optional(),
});
export type ToldPresence = z.infer<typeof ToldPresence>;

export const presence = {
  /**
   * For replicas of the MQTT endpoint alone. A replica `begins` under an id that was never used, then tells of its devices, and `leaves`
   * when all its connections have ended. `isKnown` is false if it is not there any more, because it told nothing for too long: nothing is
   * kept then, and it begins anew under another id. `number` grows with each message, so that a late one changes nothing.
   */
  tell: call(
    'devices.presence.tell',
    z.strictObject({
      replica: z.uuid(),
      number: z.int().nonnegative(),
      phase: z.enum(['begins', 'stays', 'leaves']),
      /** Absent: nothing has changed. */
      devices: z.array(ToldPresence).min(1).max(PRESENCES_PER_MESSAGE).optional(),
    }),
    z.object({ isKnown: z.boolean() }),
  ),
};

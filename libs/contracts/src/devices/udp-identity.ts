import '../words.ts';
import { z } from 'zod';
import { call } from '../call.ts';
import { MINUTE_MS } from '../durations.ts';
import { DeviceName } from '../fields.ts';

/** Long enough for any IPv6 network. */
const SOURCE_MAX_LENGTH = 49;
const ADDRESS_OR_NETWORK = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);
/** A network of all addresses pins nothing. */
const EVERYWHERE = /\/0+$/;

/** The address or network that a device's datagrams must come from: `192.0.2.7`, `192.0.2.0/24`, `2001:db8::/48`. */
export const UdpSource = z
  .string()
  .trim()
  .max(SOURCE_MAX_LENGTH)
  .refine(
    (source) => ADDRESS_OR_NETWORK.safeParse(source).success && !EVERYWHERE.test(source),
    'An address such as 192.0.2.7, or a network such as 192.0.2.0/24',
  );

/**
 * How a device proves over UDP that it is the sender: `keyId` names the key that it signs with, `source` is a `UdpSource`; null: not
 * needed. The key itself is derived from the id under a secret of the installation, so it is neither stored nor sent between services.
 */
export const UdpIdentity = z.object({ keyId: z.string().nullable(), source: z.string().nullable() });
export type UdpIdentity = z.infer<typeof UdpIdentity>;

/** The UDP identity of a device that anybody can send as. */
export const NO_UDP_IDENTITY: UdpIdentity = { keyId: null, source: null };

/** The length of a device's key. */
export const UDP_KEY_BYTES = 16;
/** The name under which a device's key is derived from the installation's secret. */
export const udpKeyName = (deviceKey: number, keyId: string): string => `udp ${deviceKey} ${keyId}`;

/**
 * Published over NATS by the devices service when a device's UDP identity changes: datagrams are judged by the new one without waiting
 * for the fact. Identities older than the device's fact of this version are invalid.
 */
export const UdpIdentityChanged = z.object({ deviceName: z.string(), version: z.int() });
export type UdpIdentityChanged = z.infer<typeof UdpIdentityChanged>;
export const UDP_IDENTITY_CHANGED_SUBJECT = 'devices.udp-identity.changed';

/**
 * Published over NATS by the UDP endpoint when it takes a datagram of a device without identity: at once, and then every five minutes.
 */
export const Unauthenticated = z.object({ deviceName: z.string() });
export type Unauthenticated = z.infer<typeof Unauthenticated>;
export const UNAUTHENTICATED_SUBJECT = 'devices.devices.unauthenticated';
export const UNAUTHENTICATED_EVERY_MS = 5 * MINUTE_MS;

/** Returned once, when the key is made: 32 hex digits. */
export const UdpKey = z.object({ deviceName: z.string(), key: z.string() });
export type UdpKey = z.infer<typeof UdpKey>;

const named = z.strictObject({ deviceName: DeviceName.or(z.string().max(64)) });

export const udpKeys = {
  make: call('devices.udp-keys.make', named, z.object({ udp: UdpKey })),
  remove: call('devices.udp-keys.remove', named, z.null()),
};

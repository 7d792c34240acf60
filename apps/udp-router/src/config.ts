import { KafkaVariables, MongoVariables, ServiceVariables } from '@telemon/platform/config';
import { OutboundAllowList } from '@telemon/platform/outbound/outbound-allow';
import { SecretKey } from '@telemon/platform/secret-key';
import { z } from 'zod';

export const UdpRouterVariables = ServiceVariables.extend(MongoVariables.shape)
  .extend(KafkaVariables.shape)
  .extend({
    /** Port for datagrams of devices. */
    UDP_PORT: z.coerce.number().int().min(1).max(65_535).default(7_000),
    /** Address that this port listens on. */
    UDP_HOST: z.union([z.ipv4(), z.ipv6()], 'should be an IP address').default('0.0.0.0'),
    /** off: no limit on datagrams of a device. */
    RATE_LIMITS: z.enum(['on', 'off']).default('on'),
    /** Datagrams a second that a device may send on average; a datagram counts once for each KB begun. */
    DEVICE_RATE: z.coerce.number().positive().default(10),
    /** Datagrams that a device may send at once after a pause. */
    DEVICE_BURST: z.coerce.number().int().min(1).default(60),
    /** Encrypts the certificates of UDP routes in the database: 32 random bytes in base64. */
    CERTIFICATE_KEY: SecretKey,
    /** The keys that devices sign datagrams with are derived from it: 32 random bytes in base64, the same for devices. */
    UDP_KEY_SECRET: SecretKey,
    /** Megabytes of datagrams that wait for the target of a UDP route while it is away; the oldest are dropped first. */
    ROUTE_QUEUE_MB: z.coerce.number().int().min(1).max(10_240).default(32),
    /** Hours after which a datagram that waits for the target of a UDP route is dropped. */
    ROUTE_QUEUE_HOURS: z.coerce.number().positive().max(720).default(24),
    /**
     * Host names, addresses and networks inside one's own network that targets of UDP routes may name, separated by commas; without
     * it, only public addresses.
     */
    OUTBOUND_ALLOW: OutboundAllowList.prefault(''),
  });
export type UdpRouterVariables = z.infer<typeof UdpRouterVariables>;

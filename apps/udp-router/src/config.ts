import { KafkaVariables, MongoVariables, ServiceVariables } from '@telemon/platform/config';
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
    /** Datagrams a second that a device may send on average; one counts once for each KB begun. */
    DEVICE_RATE: z.coerce.number().positive().default(10),
    /** Datagrams that a device may send at once after a pause. */
    DEVICE_BURST: z.coerce.number().int().min(1).default(60),
  });
export type UdpRouterVariables = z.infer<typeof UdpRouterVariables>;

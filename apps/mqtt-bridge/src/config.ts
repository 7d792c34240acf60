import { KafkaVariables, MongoVariables, RedisVariables, ServiceVariables } from '@telemon/platform/config';
import { z } from 'zod';

const port = z.coerce.number().int().min(1).max(65_535);

export const MqttBridgeVariables = ServiceVariables.extend(MongoVariables.shape)
  .extend(KafkaVariables.shape)
  .extend(RedisVariables.shape)
  .extend({
    /** Port for MQTT. */
    MQTT_PORT: port.default(1_883),
    /** Address that the ports for devices listen on; without it, all addresses of the machine. */
    MQTT_HOST: z.union([z.ipv4(), z.ipv6()], 'should be an IP address').optional(),
    /** Port for MQTT over TLS; off if not set. */
    MQTTS_PORT: port.optional(),
    /** File with the certificate chain of that port, PEM; the files of that port are read again when they change. */
    MQTTS_CERT_FILE: z.string().optional(),
    /** File with the private key of that port, PEM. */
    MQTTS_KEY_FILE: z.string().optional(),
    /** File with the authorities whose certificates devices may show on that port instead of a password, PEM; without it, none. */
    MQTTS_CLIENT_CA_FILE: z.string().optional(),
    /** Maximum number of connections per port. */
    MQTT_MAX_CONNECTIONS: z.coerce.number().int().min(1).default(20_000),
    /** off: no limit on messages of a device and on failed sign-ins. */
    RATE_LIMITS: z.enum(['on', 'off']).default('on'),
    /** Messages a second that a device may send on average; one of readings counts once for each KB begun. */
    DEVICE_RATE: z.coerce.number().positive().default(10),
    /** Messages that a device may send at once after a pause. */
    DEVICE_BURST: z.coerce.number().int().min(1).default(60),
    /** Images a minute that a device may send on average. */
    IMAGE_RATE: z.coerce.number().positive().default(6),
    /** Images that a device may send at once after a pause. */
    IMAGE_BURST: z.coerce.number().int().min(1).default(10),
    /** Failed sign-ins a minute, per address and device name, after which further ones are refused unchecked. */
    SIGN_IN_FAILURES: z.coerce.number().int().min(1).default(5),
  })
  .superRefine(({ MQTTS_PORT, MQTTS_CERT_FILE, MQTTS_KEY_FILE, MQTTS_CLIENT_CA_FILE }, context) => {
    if (MQTTS_PORT === undefined) {
      if (!MQTTS_CLIENT_CA_FILE) return;
      const message = 'is for the port for TLS, which MQTTS_PORT opens';
      return context.addIssue({ code: 'custom', path: ['MQTTS_CLIENT_CA_FILE'], message });
    }
    for (const [name, value] of Object.entries({ MQTTS_CERT_FILE, MQTTS_KEY_FILE })) {
      if (!value) {
        const message = 'is missing; MQTTS_PORT needs it, as the path of a PEM file';
        context.addIssue({ code: 'custom', path: [name], message });
      }
    }
  });
export type MqttBridgeVariables = z.infer<typeof MqttBridgeVariables>;

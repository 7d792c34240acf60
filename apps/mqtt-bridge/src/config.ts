import { KafkaVariables, MongoVariables, ServiceVariables } from '@telemon/platform/config';
import { z } from 'zod';

const port = z.coerce.number().int().min(1).max(65_535);

export const MqttBridgeVariables = ServiceVariables.extend(MongoVariables.shape)
  .extend(KafkaVariables.shape)
  .extend({
    /** Port that devices speak MQTT to. */
    MQTT_PORT: port.default(1_883),
    /** Address on which the ports for devices are opened; all addresses of the machine where it is not set. */
    MQTT_HOST: z.union([z.ipv4(), z.ipv6()], 'should be an IP address').optional(),
    /** Port that devices speak MQTT over TLS to; off where it is not set. */
    MQTTS_PORT: port.optional(),
    /** File with the certificate chain of that port, PEM. */
    MQTTS_CERT_FILE: z.string().optional(),
    /** File with the private key of that port, PEM. */
    MQTTS_KEY_FILE: z.string().optional(),
    /** Connections that a port takes. */
    MQTT_MAX_CONNECTIONS: z.coerce.number().int().min(1).default(20_000),
    /** off: no limit on what a device may send, nor on failed sign-ins. */
    RATE_LIMITS: z.enum(['on', 'off']).default('on'),
    /** Messages a second that a device may send in the long run. */
    DEVICE_RATE: z.coerce.number().positive().default(10),
    /** Messages that a device may send at once after a silence. */
    DEVICE_BURST: z.coerce.number().int().min(1).default(60),
    /** Failed sign-ins a minute, per address and device name, after which no further one is looked at. */
    SIGN_IN_FAILURES: z.coerce.number().int().min(1).default(5),
  })
  .superRefine(({ MQTTS_PORT, MQTTS_CERT_FILE, MQTTS_KEY_FILE }, context) => {
    if (MQTTS_PORT === undefined) return;
    for (const [name, value] of Object.entries({ MQTTS_CERT_FILE, MQTTS_KEY_FILE })) {
      if (!value) {
        const message = 'is missing; MQTTS_PORT needs it, as the path of a PEM file';
        context.addIssue({ code: 'custom', path: [name], message });
      }
    }
  });
export type MqttBridgeVariables = z.infer<typeof MqttBridgeVariables>;

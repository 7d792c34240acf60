import {
  KafkaVariables,
  MongoVariables,
  RedisVariables,
  ServiceVariables,
  count,
  port,
} from '@telemon/platform/config';
import { z } from 'zod';
import { authoritiesIn, isBrokerAddress } from './outside-brokers/outside-broker-variables.ts';
import { TopicPatterns } from './outside-brokers/topic-patterns.ts';

/** A text that `read` makes something of; its error continues the variable's name. */
const readBy = <Value>(read: (text: string) => Value) =>
  z.string().transform((text, context) => {
    try {
      return read(text);
    } catch (error) {
      context.addIssue({ code: 'custom', message: (error as Error).message });
      return z.NEVER;
    }
  });

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
    MQTT_MAX_CONNECTIONS: count(1_000_000).default(20_000),
    /** off: no limit on messages of a device and on failed sign-ins. */
    RATE_LIMITS: z.enum(['on', 'off']).default('on'),
    /** Messages a second that a device may send on average; a message of readings counts once for each KB begun. */
    DEVICE_RATE: z.coerce.number().positive().default(10),
    /** Messages that a device may send at once after a pause. */
    DEVICE_BURST: count(1_000_000).default(60),
    /** Images a minute that a device may send on average. */
    IMAGE_RATE: z.coerce.number().positive().default(6),
    /** Images that a device may send at once after a pause. */
    IMAGE_BURST: count(1_000_000).default(10),
    /** Failed sign-ins a minute, per address and device name, after which further ones are refused unchecked. */
    SIGN_IN_FAILURES: count(1_000_000).default(5),
    /** The address of an outside MQTT broker that Telemon also reads, with the login there; without it, none is read. */
    MQTT_URL: z
      .string()
      .refine(isBrokerAddress, 'should be mqtt://user:password@host:port, or mqtts:// for TLS')
      .optional(),
    /** Topics that Telemon reads at that broker, separated by commas; `{deviceName}` stands for the level with the name of a device. */
    MQTT_TOPICS: readBy(TopicPatterns.of).optional(),
    /** Version of MQTT that this broker speaks: 5 or 3.1.1. */
    OUTSIDE_BROKER_VERSION: z.enum(['5', '3.1.1'], 'should be 5 or 3.1.1').default('5'),
    /** File with the certificates of the authorities that may vouch for this broker, PEM; without it, those that the machine trusts. */
    OUTSIDE_BROKER_CA_FILE: readBy(authoritiesIn).optional(),
    /** Sessions that share this broker's messages, by shared subscriptions if there are several: as many as replicas. */
    OUTSIDE_BROKER_SESSIONS: count(64).default(1),
  })
  .superRefine(({ MQTT_URL, MQTT_TOPICS, OUTSIDE_BROKER_CA_FILE }, context) => {
    const fault = (name: string, message: string) =>
      context.addIssue({ code: 'custom', path: [name], message });
    if (MQTT_URL !== undefined && MQTT_TOPICS === undefined)
      fault('MQTT_TOPICS', 'is missing; MQTT_URL needs it, as in plant/{deviceName}/data');
    if (MQTT_URL === undefined && MQTT_TOPICS !== undefined)
      fault('MQTT_URL', 'is missing; MQTT_TOPICS needs it, as mqtt://user:password@host:port');
    if (OUTSIDE_BROKER_CA_FILE !== undefined && MQTT_URL?.startsWith('mqtt:'))
      fault('MQTT_URL', 'should begin with mqtts://, because OUTSIDE_BROKER_CA_FILE is for TLS');
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

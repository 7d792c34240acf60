import type { Alert } from '@telemon/contracts/alerting/alerts';
import { schemaOf } from '@telemon/platform/mongo-schema';
import { isIPv6 } from 'node:net';

/** The broker and the topic that an alert names. */
export interface MqttTarget {
  host: string;
  port: number;
  topic: string;
}

export const mqttTargetSchema = schemaOf<MqttTarget>({ host: String, port: Number, topic: String });

/** The target in the fields of an alert. */
export const shownTarget = (
  target: MqttTarget | null | undefined,
): Pick<Alert, 'mqttEnabled' | 'host' | 'port' | 'topic'> =>
  target
    ? { mqttEnabled: 'enabled', host: target.host, port: target.port, topic: target.topic }
    : { mqttEnabled: 'disabled', host: null, port: null, topic: null };

/** The broker of a target as a notice's recipient: host:port. */
export const recipientOf = ({ host, port }: MqttTarget): string =>
  `${isIPv6(host) ? `[${host}]` : host}:${port}`;

/** The broker in a notice's recipient. */
export const brokerOf = (to: string): { host: string; port: number } => {
  const end = to.lastIndexOf(':');
  return { host: to.slice(0, end).replace(/^\[|\]$/g, ''), port: Number(to.slice(end + 1)) };
};

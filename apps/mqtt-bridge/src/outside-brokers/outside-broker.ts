import type { MqttBridgeVariables } from '../config.ts';
import { PORTS } from './outside-broker-variables.ts';
import type { TopicPatterns } from './topic-patterns.ts';

/** An MQTT broker of fleets that have one, from which Telemon reads as well. */
export interface OutsideBroker {
  readonly host: string;
  readonly port: number;
  /** null: without TLS. `authorities`: PEM of those that may vouch for the broker, if not those that the machine trusts. */
  readonly tls: { readonly authorities: Buffer | undefined } | null;
  readonly login: { readonly username: string; readonly password: string } | null;
  readonly version: 4 | 5;
  readonly topics: TopicPatterns;
  /** How many sessions share its messages. */
  readonly sessions: number;
}

/** The broker that the variables name; null: none. */
export const outsideBrokerOf = (variables: MqttBridgeVariables): OutsideBroker | null => {
  const { MQTT_URL, MQTT_TOPICS, OUTSIDE_BROKER_CA_FILE: authorities } = variables;
  if (MQTT_URL === undefined || MQTT_TOPICS === undefined) return null;
  const { protocol, hostname, port, username, password } = new URL(MQTT_URL);
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? PORTS[protocol]! : Number(port),
    tls: protocol === 'mqtts:' ? { authorities } : null,
    login:
      username === '' && password === ''
        ? null
        : { username: decodeURIComponent(username), password: decodeURIComponent(password) },
    version: variables.OUTSIDE_BROKER_VERSION === '5' ? 5 : 4,
    topics: MQTT_TOPICS,
    sessions: variables.OUTSIDE_BROKER_SESSIONS,
  };
};

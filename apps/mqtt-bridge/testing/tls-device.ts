import { loginIdOf } from '@telemon/contracts/readings';
import type { GivenCertificate } from '@telemon/testing/certificate';
import { type IClientOptions, type IDisconnectPacket, type MqttClient, connectAsync } from 'mqtt';
import { sha256 } from './memory-logins.ts';
import type { DeviceLogin } from './raw-client.ts';

/** The common name of a certificate for a login. */
export const commonNameOf = ({ name, password }: DeviceLogin): string =>
  `${name}.${loginIdOf(sha256(password))}`;

/** Connects MQTT.js over TLS, once. @throws with the reason code of the CONNACK as `code`, if it is refused */
export const connectOverTls = (
  port: number,
  server: GivenCertificate,
  options: IClientOptions = {},
): Promise<MqttClient> =>
  connectAsync(
    `mqtts://localhost:${port}`,
    { ca: server.cert, protocolVersion: 5, reconnectPeriod: 0, ...options },
    false,
  );

/** The reason code of the CONNACK that refuses a sign-in. @throws if it is accepted */
export const tlsRefusalOf = async (...device: Parameters<typeof connectOverTls>): Promise<unknown> => {
  let client: MqttClient;
  try {
    client = await connectOverTls(...device);
  } catch (error) {
    return (error as { code?: unknown }).code;
  }
  await client.endAsync();
  throw new Error('the sign-in was accepted');
};

/** The DISCONNECT that the server sends. */
export const disconnectOf = (client: MqttClient): Promise<IDisconnectPacket> =>
  new Promise((resolve) => client.once('disconnect', resolve));

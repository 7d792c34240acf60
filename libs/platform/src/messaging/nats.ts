import { type NatsConnection, connect } from '@nats-io/transport-node';
import { logger } from '../logging.ts';

/** Splits the login out of a NATS address, as the client wants them apart. */
export const natsOptions = (url: string) => {
  const address = new URL(url);
  return {
    servers: address.host,
    ...(address.username && {
      user: decodeURIComponent(address.username),
      pass: decodeURIComponent(address.password),
    }),
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    reconnectJitter: 100,
    waitOnFirstConnect: true,
    pingInterval: 10_000,
    maxPingOut: 2,
    // The client would take a stack trace for each question, in case it fails: a tenth of the gateway's time.
    noAsyncTraces: true,
  };
};

/** A connection that waits for the server and comes back by itself. */
export const connectNats = async (url: string, name: string): Promise<NatsConnection> => {
  const connection = await connect({ ...natsOptions(url), name });
  void (async () => {
    for await (const { type } of connection.status()) {
      if (type === 'disconnect' || type === 'reconnect') logger.info({ state: type }, 'nats connection');
    }
  })();
  return connection;
};

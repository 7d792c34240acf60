import { type NatsConnection, connect } from '@nats-io/transport-node';
import { logger } from '../logging.ts';

/** Separates the login from a NATS address, as the client needs it. */
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
    // A connection without answers is closed after 15 s, and an attempt to connect after 5 s.
    pingInterval: 5_000,
    maxPingOut: 2,
    timeout: 5_000,
    // An overloaded server may refuse two sign-ins in a row, after which the client would give up for good.
    ignoreAuthErrorAbort: true,
    // The client would record a stack trace for each question, which takes a tenth of the gateway's time.
    noAsyncTraces: true,
  };
};

/** A connection that waits for the server and reconnects by itself. */
export const connectNats = async (url: string, name: string): Promise<NatsConnection> => {
  const connection = await connect({ ...natsOptions(url), name });
  void (async () => {
    for await (const { type } of connection.status()) {
      if (type === 'disconnect' || type === 'reconnect') logger.info({ state: type }, 'nats connection');
    }
  })();
  return connection;
};

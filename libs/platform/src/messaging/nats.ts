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
    // A line on which nobody answers is left after 15 s, and a server that doesn't greet after 5 s.
    pingInterval: 5_000,
    maxPingOut: 2,
    timeout: 5_000,
    // A server that is overloaded may end two sign-ins in a row; the client would give up for good.
    ignoreAuthErrorAbort: true,
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

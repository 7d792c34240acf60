import { BrokerFailure, MqttConnection, type MqttMessage } from '@telemon/platform/outbound/mqtt-connection';
import {
  ForbiddenHost,
  type OutboundAddresses,
  UnknownHost,
} from '@telemon/platform/outbound/outbound-addresses';
import { logger } from '@telemon/platform/logging';
import { stepEnded } from '@telemon/platform/progress';
import { setTimeout as delay } from 'node:timers/promises';
import type { PrePost } from './route-document.ts';

/** Pauses between attempts to connect, ms. */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;
/** The pause before a refused host is looked up again, ms: its name may have another address by then. */
const REFUSED_PAUSE_MS = 60_000;
/** After a connection that lasted this long, ms, the next pause is the first one again; a broker that ends each at once gets longer ones. */
const STEADY_AFTER_MS = 10_000;
const KEEPALIVE_S = 15;
/** How often a caller that waits for the connection reports progress, ms. */
const LOOK_EVERY_MS = 5_000;
/** How long the broker may take to acknowledge the message at the end, ms. */
const GOODBYE_WITHIN_MS = 1_500;
const END_WITHIN_MS = 2_000;

/** The broker of a route, and what it publishes beside datagrams. */
export interface Target {
  /** Ends an older connection of the same route, should a process that was suspended still have one. */
  clientId: string;
  host: string;
  port: number;
  prePost: PrePost | null;
  /** PEM of the certificates of which one has to vouch for the broker; null: without TLS. */
  authorities: string[] | null;
}

/** The state of a route's link, and the reason for it. */
export interface LinkState {
  name: 'connected' | 'retrying' | 'refused';
  reason: string | null;
}

const CONNECTED: LinkState = { name: 'connected', reason: null };
const CLOSED: LinkState = { name: 'retrying', reason: 'The MQTT broker closed the connection' };

/** The connection of a route to its target, made again and again until it is ended. */
export class TargetLink {
  private connection: MqttConnection | null = null;
  /** How long the last connection lasted; 0 if there was none. */
  private usedForMs = 0;
  /** Whether the last connection ended with a message that was not acknowledged: then a new connection alone is no sign of recovery. */
  private isDoubted = false;
  private opened = Promise.withResolvers<void>();
  private readonly ending = new AbortController();
  private keeping: Promise<void> | undefined;

  constructor(
    private readonly target: Target,
    private readonly outbound: OutboundAddresses,
    private readonly tell: (state: LinkState) => void,
  ) {}

  start(): void {
    this.keeping = this.keep();
  }

  get isOpen(): boolean {
    return this.connection?.isOpen ?? false;
  }

  /** The connection, once it is open. @throws when the signal aborts */
  async open(signal: AbortSignal): Promise<MqttConnection> {
    for (;;) {
      signal.throwIfAborted();
      if (this.connection?.isOpen) return this.connection;
      await Promise.race([this.opened.promise, delay(LOOK_EVERY_MS, undefined, { signal, ref: false })]);
      // A wait for a target that is away doesn't mean that this process hangs.
      stepEnded();
    }
  }

  /** Tells that the broker has acknowledged a datagram. */
  acknowledged(): void {
    if (!this.isDoubted || !this.isOpen) return;
    this.isDoubted = false;
    this.tell(CONNECTED);
  }

  /** Ends the connection with a goodbye, and makes no further one. A connection that is being made is closed as soon as it is open. */
  async end(): Promise<void> {
    this.ending.abort();
    await Promise.race([this.keeping, delay(END_WITHIN_MS, undefined, { ref: false })]);
  }

  /** Ends the connection at once without a goodbye, so that the broker publishes the will, and makes no further one. */
  abandon(): void {
    this.connection?.abandon();
    this.ending.abort();
  }

  private async keep(): Promise<void> {
    const { signal } = this.ending;
    let failures = 0;
    while (!signal.aborted) {
      this.usedForMs = 0;
      const failure = await this.connectOnce();
      if (signal.aborted) return;
      this.tell(failure);
      failures = this.usedForMs > STEADY_AFTER_MS ? 1 : failures + 1;
      const pause = failure.name === 'refused' ? REFUSED_PAUSE_MS : pauseAfter(failures);
      await delay(pause, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Connects, and resolves with the reason once the connection has ended. */
  private async connectOnce(): Promise<LinkState> {
    let connection: MqttConnection | undefined;
    try {
      connection = await this.connect();
      if (this.ending.signal.aborted) {
        connection.close();
        return CLOSED;
      }
      if (this.target.prePost) {
        await connection.publish(connectMessage(this.target.prePost));
        this.isDoubted = false;
      }
      await this.use(connection);
      if (connection.failedFor === null) return CLOSED;
      this.isDoubted = true;
      return { name: 'retrying', reason: connection.failedFor };
    } catch (error) {
      connection?.abandon();
      return stateAfter(error);
    } finally {
      this.connection = null;
    }
  }

  private async connect(): Promise<MqttConnection> {
    const { host, port, clientId, prePost, authorities } = this.target;
    const addresses = await this.outbound.of(host);
    const tls = authorities ? { tls: { authorities } } : {};
    const will = prePost ? { will: disconnectMessage(prePost) } : {};
    return MqttConnection.open(
      { host, port, addresses, ...tls },
      { clientId, ...will, keepaliveS: KEEPALIVE_S },
    );
  }

  /** Gives the connection to all callers of `connection`, until it is closed or the route ends. */
  private async use(connection: MqttConnection): Promise<void> {
    const { signal } = this.ending;
    const over = Promise.withResolvers<void>();
    const finish = () => over.resolve();
    connection.onClose(finish);
    signal.addEventListener('abort', finish, { once: true });
    if (!connection.isOpen || signal.aborted) finish();
    const begun = performance.now();
    this.connection = connection;
    if (!this.isDoubted) this.tell(CONNECTED);
    this.opened.resolve();
    this.opened = Promise.withResolvers<void>();
    await over.promise;
    this.usedForMs = performance.now() - begun;
    signal.removeEventListener('abort', finish);
    if (connection.isOpen) await this.sayGoodbye(connection);
  }

  private async sayGoodbye(connection: MqttConnection): Promise<void> {
    const { prePost } = this.target;
    if (!prePost) return connection.close();
    const tooLate = delay(GOODBYE_WITHIN_MS, undefined, { ref: false }).then(() => {
      throw new Error('too late');
    });
    try {
      await Promise.race([connection.publish(disconnectMessage(prePost)), tooLate]);
      connection.close();
    } catch {
      // The broker publishes the same message, as the will.
      connection.abandon();
    }
  }
}

const connectMessage = ({ connectTopic, connectMessage: payload, connectRetain }: PrePost): MqttMessage => ({
  topic: connectTopic,
  payload,
  retain: connectRetain,
});

const disconnectMessage = ({
  disconnectTopic,
  disconnectMessage: payload,
  disconnectRetain,
}: PrePost): MqttMessage => ({
  topic: disconnectTopic,
  payload,
  retain: disconnectRetain,
});

/** With chance, so that routes to one broker don't come back all at once. */
const pauseAfter = (failures: number): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS) * (0.75 + Math.random() / 4);

const stateAfter = (error: unknown): LinkState => {
  if (error instanceof ForbiddenHost) {
    const reason = 'Telemon may not connect to this host: its address is not public';
    return { name: 'refused', reason };
  }
  if (error instanceof UnknownHost) return { name: 'retrying', reason: 'The host’s name cannot be resolved' };
  if (error instanceof BrokerFailure) return { name: 'retrying', reason: error.message };
  logger.error({ err: error }, 'unexpected error');
  return { name: 'retrying', reason: 'Something went wrong on our side' };
};

import type { IClientSubscribeOptions, IConnackPacket, MqttClient } from 'mqtt';
import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { Deliveries } from './deliveries.ts';
import { type BrokerMessage, MessageStream } from './message-stream.ts';
import type { OutsideBroker } from './outside-broker.ts';
import type { OutsideIntake } from './outside-intake.ts';
import type { OutsideSession } from './outside-sessions.repository.ts';

/** QoS 1 messages of one connection that are under way at once, and their bytes. A broker of MQTT 5 is told the number. */
const MOST_UNDER_WAY = { messages: 1_000, bytes: 8 * 1024 * 1024 } as const;
const ANSWER_WITHIN_MS = 10_000;
const KEEPALIVE_S = 30;
/** How long the broker keeps the session without a connection, s; MQTT 3.1.1 leaves that to the broker. */
const SESSION_KEPT_S = 7 * 24 * 3_600;
/** How long a stop waits for Kafka, ms, and for the broker to close the connection. */
const FLUSH_WITHIN_MS = 1_000;
const CLOSED_WITHIN_MS = 500;
/** A code in the answer to a subscription that is at least this is a refusal. */
const REFUSED_FROM = 0x80;

/** A connection of a session to the broker, in the form of MQTT.js, except that messages go to the intake. */
export class BrokerConnection {
  /** Why it ended, in words for the log. */
  reason = 'The broker closed the connection';
  /** Resolves once the connection is closed. */
  readonly closed: Promise<void>;
  private receivedAt = performance.now();
  private isLeaving = false;

  private constructor(
    private readonly broker: OutsideBroker,
    private readonly client: MqttClient,
    private readonly intake: OutsideIntake,
    private readonly stream: MessageStream,
    readonly deliveries: Deliveries,
  ) {
    this.closed = new Promise((resolve) => stream.once('close', resolve));
    const note = ({ message }: Error) => void (this.reason = message);
    client.on('error', note);
    stream.on('error', note);
    client.on('disconnect', ({ reasonCode = 0 }) => {
      this.reason = `The broker ended the connection, reason 0x${reasonCode.toString(16)}`;
    });
  }

  static open(
    MqttJs: typeof MqttClient,
    broker: OutsideBroker,
    { clientId }: OutsideSession,
    intake: OutsideIntake,
  ): BrokerConnection {
    const { version, login } = broker;
    const stream: MessageStream = new MessageStream(socketTo(broker), version === 5, (message) =>
      connection.receive(message),
    );
    const deliveries = new Deliveries(stream, MOST_UNDER_WAY, () => intake.hasRoom);
    const client = new MqttJs(() => stream, {
      clientId,
      clean: false,
      protocolVersion: version,
      ...login,
      keepalive: KEEPALIVE_S,
      reconnectPeriod: 0,
      resubscribe: false,
      connectTimeout: ANSWER_WITHIN_MS,
      ...(version === 5 && {
        properties: { sessionExpiryInterval: SESSION_KEPT_S, receiveMaximum: MOST_UNDER_WAY.messages },
      }),
    });
    const connection: BrokerConnection = new BrokerConnection(broker, client, intake, stream, deliveries);
    return connection;
  }

  /**
   * Waits until the broker has let it in, and has exactly these subscriptions.
   * @param filters The filters to subscribe to. @param former Filters that the session may have had.
   * @throws if the broker refuses
   */
  async subscribe(filters: readonly string[], former: readonly string[]): Promise<void> {
    const { client } = this;
    const connected = once(client as never, 'connect') as Promise<[IConnackPacket]>;
    const [{ properties }] = await this.answered(connected);
    if (filters.some(isShared) && Boolean(properties?.sharedSubscriptionAvailable ?? true) === false)
      throw new Error('The broker has no shared subscriptions: OUTSIDE_BROKER_SESSIONS should be 1');
    // First the wanted ones: no message comes between two subscriptions. One that both bring comes twice.
    if (filters.length > 0) {
      // MQTT 5: retained messages don't come.
      const how: IClientSubscribeOptions = { qos: 1, ...(this.broker.version === 5 && { rh: 2 }) };
      const granted = await this.answered(client.subscribeAsync([...filters], how));
      for (const { topic, qos } of granted)
        if (qos >= REFUSED_FROM || qos < 1) throw new Error(`The broker does not grant QoS 1 for ${topic}`);
    }
    const unwanted = former.filter((filter) => !filters.includes(filter));
    if (unwanted.length > 0) await this.answered(client.unsubscribeAsync(unwanted));
  }

  /** How long no message has come, ms. */
  get quietForMs(): number {
    return this.deliveries.isIdle ? performance.now() - this.receivedAt : 0;
  }

  /** Stores and acknowledges the messages that have come, says goodbye, and closes. @param isForGood Whether the session ends, too. */
  async leave(isForGood = false): Promise<void> {
    const { client, deliveries, intake } = this;
    this.isLeaving = true;
    await Promise.race([
      Promise.all([intake.flush(FLUSH_WITHIN_MS), deliveries.idle()]),
      delay(FLUSH_WITHIN_MS, undefined, { ref: false }),
    ]);
    // Behind the acknowledgements.
    await delay(0);
    const ending = isForGood && this.broker.version === 5 ? { properties: { sessionExpiryInterval: 0 } } : {};
    client.end(false, ending as never);
    await Promise.race([this.closed, delay(CLOSED_WITHIN_MS, undefined, { ref: false })]);
  }

  /** Closes it, without a goodbye if it is open. */
  close(): void {
    this.deliveries.close();
    this.stream.destroy();
    this.client.end(true);
  }

  private receive(message: BrokerMessage): void {
    // The broker keeps messages that are not acknowledged.
    if (this.isLeaving) return;
    this.receivedAt = performance.now();
    const delivery = this.deliveries.begin(message);
    if (delivery) this.intake.take(message, delivery);
  }

  /** @throws if the connection closes, or the answer takes too long */
  private async answered<Answer>(answer: Promise<Answer>): Promise<Answer> {
    const failed = this.closed.then(() => Promise.reject(new Error(this.reason)));
    const tooLate = setInterval(() => {
      // Otherwise the answer may stand behind messages that wait for room.
      if (!this.deliveries.isHeld) this.stream.destroy(new Error('The broker did not answer in time'));
    }, ANSWER_WITHIN_MS);
    try {
      return await Promise.race([answer, failed]);
    } finally {
      clearInterval(tooLate);
    }
  }
}

const isShared = (filter: string): boolean => filter.startsWith('$share/');

const socketTo = ({ host, port, tls }: OutsideBroker): Socket => {
  const socket = tls
    ? connectTls({ host, port, ...(tls.authorities && { ca: tls.authorities }) })
    : connect({ host, port });
  socket.setNoDelay(true);
  return socket;
};

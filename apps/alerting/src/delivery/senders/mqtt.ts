import { Inject, Injectable } from '@nestjs/common';
import { logger } from '@telemon/platform/logging';
import { CONFIG } from '@telemon/platform/platform.module';
import { BrokerFailure, MqttConnection } from '@telemon/platform/outbound/mqtt-connection';
import { ForbiddenHost, OutboundAddresses, UnknownHost } from '@telemon/platform/outbound/outbound-addresses';
import type { AlertingVariables } from '../../config.ts';
import { brokerOf } from '../mqtt-target.ts';
import { type Message, NoticeSender, type SendOutcome } from './notice-sender.ts';

/** Servers of MQTT over TLS listen on this port, by its registration. */
const TLS_PORT = 8_883;
/** After this time without a message a connection is closed, ms. */
const IDLE_TIMEOUT_MS = 10_000;

/** Publishes messages to the MQTT brokers that alerts name, over one connection per broker. */
@Injectable()
export class MqttSender extends NoticeSender {
  private readonly connections = new Map<string, Promise<MqttConnection>>();
  private readonly opened = new Map<string, MqttConnection>();

  constructor(
    @Inject(CONFIG) private readonly config: Pick<AlertingVariables, 'MQTT_AT_ONCE'>,
    private readonly outbound: OutboundAddresses,
  ) {
    super();
  }

  async send({ to, topic = '', text }: Message): Promise<SendOutcome> {
    try {
      const connection = await this.connectionTo(to);
      await connection.publish({ topic, payload: text, retain: false });
      return { kind: 'sent' };
    } catch (error) {
      return outcomeOf(error);
    }
  }

  override close(): void {
    for (const connection of this.opened.values()) connection.close();
  }

  private connectionTo(to: string): Promise<MqttConnection> {
    const opened = this.opened.get(to);
    if (opened && !opened.isOpen) this.forget(to);
    const known = this.connections.get(to);
    if (known) return known;
    this.makeRoom();
    const opening = this.open(to);
    this.connections.set(to, opening);
    void opening.then(
      (connection) => this.keep(to, connection),
      () => this.forget(to),
    );
    return opening;
  }

  private async open(to: string): Promise<MqttConnection> {
    const { host, port } = brokerOf(to);
    const broker = { host, port, addresses: await this.outbound.of(host) };
    const isTls = port === TLS_PORT;
    return MqttConnection.open({ ...broker, ...(isTls && { tls: {} }) }, { idleTimeoutMs: IDLE_TIMEOUT_MS });
  }

  /** Closes the connection that has been idle longest, if there are as many as there may be messages at hand. */
  private makeRoom(): void {
    if (this.connections.size < this.config.MQTT_AT_ONCE) return;
    let longest: { to: string; since: number } | undefined;
    for (const [to, { idleSince: since }] of this.opened) {
      if (since !== null && since < (longest?.since ?? Infinity)) longest = { to, since };
    }
    if (!longest) return;
    this.opened.get(longest.to)!.close();
    this.forget(longest.to);
  }

  private keep(to: string, connection: MqttConnection): void {
    this.opened.set(to, connection);
    connection.onClose(() => {
      if (this.opened.get(to) === connection) this.forget(to);
    });
  }

  private forget(to: string): void {
    this.connections.delete(to);
    this.opened.delete(to);
  }
}

const outcomeOf = (error: unknown): SendOutcome => {
  if (error instanceof ForbiddenHost) {
    return { kind: 'refused', reason: 'Telemon may not connect to this host: its address is not public' };
  }
  const failed = (reason: string, mayHaveArrived: boolean): SendOutcome => ({
    kind: 'failed',
    reason,
    mayHaveArrived,
  });
  if (error instanceof UnknownHost) return failed('The host’s name cannot be resolved', false);
  if (error instanceof BrokerFailure) return failed(error.message, error.mayHaveArrived);
  logger.error({ err: error }, 'unexpected error');
  return failed('Something went wrong on our side', true);
};

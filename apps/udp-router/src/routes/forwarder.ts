import { reasonOf } from '@telemon/platform/errors';
import type { MessageBatch } from '@telemon/platform/kafka/consumption';
import type { Kafka } from '@telemon/platform/kafka/kafka';
import type { KafkaConsumer } from '@telemon/platform/kafka/kafka-consumer';
import type { Lease } from '@telemon/platform/leases/lease';
import { logger } from '@telemon/platform/logging';
import { BrokerFailure, type MqttConnection } from '@telemon/platform/outbound/mqtt-connection';
import type { OutboundAddresses } from '@telemon/platform/outbound/outbound-addresses';
import { stepEnded } from '@telemon/platform/progress';
import { setTimeout as delay } from 'node:timers/promises';
import { ForwardingReport } from './forwarding-report.ts';
import type { RouteDocument } from './route-document.ts';
import { queueOf, readerOf } from './route-queue.ts';
import { TargetLink } from './target-link.ts';

/** Bytes of a batch. After a kill, its datagrams are forwarded again. */
const BATCH_BYTES = 64 * 1024;
/** Most datagrams under way to a target; a target that is slow to acknowledge gets fewer. */
const MOST_UNDER_WAY = 64;
/** How long a forwarder that ends waits for the batch under way while its target is connected, ms. */
const DRAIN_WITHIN_MS = 1_500;
/** How often the queue of a target that is away, or slow to acknowledge, is measured, ms. */
const MEASURE_EVERY_MS = 10_000;
const NEVER = Number.NEGATIVE_INFINITY;
/** The beginning of the client id, and its length: brokers may refuse longer ones. */
const CLIENT = 'telemon-';
const LONGEST_CLIENT_ID = 23;

interface Needs {
  kafka: Kafka;
  outbound: OutboundAddresses;
  /** PEM of the certificates that may vouch for the target; null: without TLS. */
  authorities: string[] | null;
  lease: Pick<Lease, 'ensureHeld'>;
}

type QueuedDatagram = MessageBatch['messages'][number];

/** Forwards the datagrams in the queue of one route to its target, in their order, each at least once. */
export class Forwarder {
  readonly report: ForwardingReport;
  private readonly link: TargetLink;
  private readonly consumer: KafkaConsumer;
  private readonly kafka: Kafka;
  private readonly lease: Needs['lease'];
  private readonly ending = new AbortController();
  private released: Promise<void> | undefined;
  private window = MOST_UNDER_WAY;
  private measuredAt = NEVER;
  /** How many batches have begun, plus how many have ended. */
  private batches = 0;

  constructor(
    private readonly route: RouteDocument,
    { kafka, outbound, authorities, lease }: Needs,
  ) {
    this.kafka = kafka;
    this.lease = lease;
    this.report = new ForwardingReport(route);
    const { _id, host, port, prePost } = route;
    const clientId = `${CLIENT}${_id.slice(CLIENT.length - LONGEST_CLIENT_ID)}`;
    this.link = new TargetLink({ clientId, host, port, prePost, authorities }, outbound, (state) =>
      this.report.tell(state),
    );
    this.consumer = kafka.consumer({
      topic: queueOf(_id),
      group: readerOf(_id),
      maxBytesPerPartition: BATCH_BYTES,
      // Many idle queues are asked for now and then; a datagram comes at once.
      maxWaitTimeInMs: 1_500,
      handle: (batch) => this.forward(batch),
    });
  }

  start(): void {
    this.link.start();
    void this.consumer.start();
  }

  /** Forwards the batch under way if the target is connected, ends the connection with a goodbye, and stops. */
  async end(): Promise<void> {
    const released = this.release();
    if (this.link.isOpen) await Promise.race([released, delay(DRAIN_WITHIN_MS, undefined, { ref: false })]);
    this.ending.abort();
    await this.link.end();
    await released;
  }

  /** Stops forwarding at once, without a goodbye: another process may forward the route. `end` has to follow. */
  abandon(): void {
    this.link.abandon();
    this.ending.abort();
    this.release().catch(() => undefined);
  }

  private release(): Promise<void> {
    return (this.released ??= this.kafka.release(this.consumer));
  }

  /** Measures the queue at the beginning, and now and then while a batch is under way or the target is away. A batch measures it at its end. */
  async measure(): Promise<void> {
    const now = performance.now();
    const isAtRest = this.link.isOpen && this.batches % 2 === 0;
    const isDue = isAtRest ? this.measuredAt === NEVER : now - this.measuredAt > MEASURE_EVERY_MS;
    if (!isDue) return;
    this.measuredAt = now;
    const { _id } = this.route;
    const { batches } = this;
    try {
      const offsets = (await this.kafka.offsetsOf(queueOf(_id), readerOf(_id))).get(0);
      if (!offsets || this.batches !== batches) return;
      const { oldest, newest, committed } = offsets;
      const next = committed ?? 0n;
      const from = next > oldest ? next : oldest;
      this.report.measure(Number(newest - from), Number(from - next));
    } catch (error) {
      logger.warn({ routeId: _id, reason: reasonOf(error) }, 'queue of a route not measured');
    }
  }

  private async forward({ messages, behind = 0, missed = 0 }: MessageBatch): Promise<void> {
    this.batches++;
    let next = 0;
    while (next < messages.length) {
      const connection = await this.link.open(this.ending.signal);
      this.lease.ensureHeld();
      const taken = await this.send(connection, messages.slice(next, next + this.window));
      this.report.forward(taken);
      next += taken;
    }
    this.batches++;
    this.report.comePast(missed, behind);
  }

  /** Publishes datagrams; returns how many of them, from the first one on, the target has acknowledged. */
  private async send(connection: MqttConnection, datagrams: QueuedDatagram[]): Promise<number> {
    const { topic } = this.route;
    const outcomes = await Promise.allSettled(
      datagrams.map(async ({ value }) => {
        await connection.publish({ topic, payload: value ?? Buffer.alloc(0), retain: false });
        stepEnded();
      }),
    );
    stepEnded();
    const failed = outcomes.findIndex(({ status }) => status === 'rejected');
    if (failed !== 0) this.link.acknowledged();
    if (failed < 0) {
      this.window = Math.min(2 * this.window, MOST_UNDER_WAY);
      return datagrams.length;
    }
    this.window = Math.max(1, this.window >> 1);
    const { reason } = outcomes[failed] as PromiseRejectedResult;
    // The connection has ended itself; the next one begins with the datagram that failed.
    if (!(reason instanceof BrokerFailure)) throw reason;
    return failed;
  }
}

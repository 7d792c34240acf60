import { Injectable } from '@nestjs/common';
import type { RawHeaders } from '@telemon/contracts/readings';
import { TOPICS } from '@telemon/contracts/topics';
import type { MessageBatch } from '@telemon/platform/kafka/consumption';
import { Kafka } from '@telemon/platform/kafka/kafka';
import type { KafkaProducer } from '@telemon/platform/kafka/kafka-producer';
import type { KafkaConsumer } from '@telemon/platform/kafka/kafka-consumer';
import { ForwardingLease } from './forwarding-lease.ts';
import { ReaderGroup } from './reader-group.ts';
import type { RouteDocument } from './route-document.ts';
import { type QueuedHeaders, queueOf } from './route-queue.ts';

/** Most datagrams in one write to a queue. The reader gets a write as a whole, and after a kill gets all of it again. */
const WRITTEN_AT_ONCE = 100;

type KafkaMessage = MessageBatch['messages'][number];
type Route = Pick<RouteDocument, '_id' | 'deviceName' | 'deviceKey' | 'createdAt'>;

/**
 * Copies the datagrams of devices with routes from `telemetry.raw` into the queues of the routes. So each accepted datagram is queued even
 * if a process ends, and routes don't delay readings.
 */
@Injectable()
export class QueueWriter {
  private routes = new Map<string, Route>();
  private byDevice = new Map<string, Route[]>();
  private producer: Promise<KafkaProducer> | undefined;
  private reading: Promise<KafkaConsumer> | undefined;
  private stopping: Promise<void> | undefined;
  /** Whether the next route begins with the datagrams that arrive since it was added. */
  private isRested = false;

  constructor(
    private readonly kafka: Kafka,
    private readonly group: ReaderGroup,
    private readonly lease: ForwardingLease,
  ) {}

  /**
   * Fills the queues of exactly these routes, which exist. A process that begins names all routes at once: datagrams that it reads
   * before it knows a route would be missing in its queue.
   */
  async follow(routes: readonly Route[]): Promise<void> {
    this.routes = new Map(routes.map((route) => [route._id, route]));
    this.index();
    if (routes.length === 0) return this.rest();
    this.isRested = false;
    await (this.reading ??= this.read(Math.min(...routes.map(({ createdAt }) => createdAt.getTime()))));
  }

  /** Stops filling the queue of a route, which may be removed then. */
  remove(id: string): void {
    if (!this.routes.delete(id)) return;
    this.index();
    this.dropProducer();
  }

  /** Stops filling all queues. The next process goes on at the same place. */
  stop(): Promise<void> {
    return (this.stopping ??= this.stopOnce().finally(() => (this.stopping = undefined)));
  }

  private async stopOnce(): Promise<void> {
    await this.release();
    this.routes.clear();
    this.index();
    // The next process may remove queues.
    this.dropProducer();
  }

  /** Reads nothing while there is no route. */
  private async rest(): Promise<void> {
    if (this.isRested) return;
    await this.release();
    const group = await this.group.drop();
    if (group !== null) await this.kafka.queues.forget(group);
    this.isRested = true;
  }

  /** @param since When the oldest route was added, epoch ms */
  private async read(since: number): Promise<KafkaConsumer> {
    try {
      const consumer = this.kafka.consumer({
        topic: TOPICS.raw,
        group: await this.group.name(since),
        fromBeginning: false,
        handle: (batch) => this.distribute(batch),
      });
      void consumer.start();
      return consumer;
    } catch (error) {
      this.reading = undefined;
      throw error;
    }
  }

  private async release(): Promise<void> {
    const { reading } = this;
    this.reading = undefined;
    if (reading) await this.kafka.release(await reading);
  }

  /** A producer that has written to a queue can't be used any more once the queue is removed. */
  private dropProducer(): void {
    const { producer } = this;
    this.producer = undefined;
    void producer?.then((dropped) => this.kafka.releaseProducer(dropped)).catch(() => undefined);
  }

  private index(): void {
    this.byDevice = Map.groupBy(this.routes.values(), ({ deviceName }) => deviceName);
  }

  private async distribute({ messages }: MessageBatch): Promise<void> {
    const ofRoutes = new Map<string, KafkaMessage[]>();
    for (const message of messages) {
      for (const { _id } of this.routesOf(message)) {
        const of = ofRoutes.get(_id);
        if (of) of.push(message);
        else ofRoutes.set(_id, [message]);
      }
    }
    await Promise.all([...ofRoutes].map(([id, of]) => this.write(id, of)));
  }

  private routesOf({ key, headers }: KafkaMessage): Route[] {
    const routes = this.byDevice.get(String(key));
    if (!routes) return [];
    const { source, deviceKey, receivedAt } = textsOf(headers);
    if (source !== 'udp') return [];
    return routes.filter(
      (route) => String(route.deviceKey) === deviceKey && Number(receivedAt) >= route.createdAt.getTime(),
    );
  }

  private async write(id: string, messages: KafkaMessage[]): Promise<void> {
    for (let first = 0; first < messages.length; first += WRITTEN_AT_ONCE) {
      const some = messages.slice(first, first + WRITTEN_AT_ONCE).map(({ key, value, headers }) => {
        const { arrivalId = '', receivedAt = '' } = textsOf(headers);
        const queued: QueuedHeaders = { arrivalId, receivedAt };
        return { key, value, headers: { ...queued } };
      });
      await this.send(id, some);
    }
  }

  /** Writes to the queue of a route, unless the route is removed meanwhile. */
  private async send(id: string, messages: Parameters<KafkaProducer['send']>[1]): Promise<void> {
    while (this.routes.has(id)) {
      this.lease.ensureHeld();
      const producer = (this.producer ??= this.kafka.producer());
      const isDropped = () => this.producer !== producer;
      const isWanted = () => this.routes.has(id) && !isDropped() && !this.stopping && this.lease.isHeld;
      try {
        return await (await producer).send(queueOf(id), messages, isWanted);
      } catch (error) {
        if (this.stopping || (this.routes.has(id) && !isDropped())) throw error;
      }
    }
  }
}

/** Headers come as bytes. */
const textsOf = (headers: KafkaMessage['headers']): Partial<RawHeaders> =>
  Object.fromEntries(
    Object.entries(headers ?? {}).map(([name, value]) => [name, String(value)]),
  ) as Partial<RawHeaders>;

import type { Actor } from '@telemon/contracts/actor';
import { NewUdpRoute, type UdpRoute } from '@telemon/contracts/udp-router/udp-routes';
import type { FactOf } from '@telemon/contracts/facts';
import { brokerAddresses } from '@telemon/platform/kafka/broker-addresses';
import { FactCopies } from '@telemon/platform/facts/fact-copies';
import type { LeaseDocument } from '@telemon/platform/leases/lease';
import { aDevice } from '@telemon/testing/builders';
import { type FreshDatabase, freshDatabase } from '@telemon/testing/database';
import { uniqueName } from '@telemon/testing/given';
import { servers, serviceVariables } from '@telemon/testing/servers';
import { type StartedService, startService } from '@telemon/testing/service';
import { until } from '@telemon/testing/waiting';
import { type Admin, Kafka as KafkaClient } from 'kafkajs';
import type { Collection } from 'mongodb';
import { randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { UdpRouterVariables } from '../src/config.ts';
import { UdpEndpointModule } from '../src/endpoint/udp-endpoint.module.ts';
import { UdpEndpoint } from '../src/endpoint/udp-endpoint.ts';
import { FORWARDING_LEASE } from '../src/routes/forwarding-lease.ts';
import { UdpRoutesModule } from '../src/routes/udp-routes.module.ts';
import { UdpRoutesService } from '../src/routes/udp-routes.service.ts';

export const ADMIN: Actor = { id: 'a1', role: 'admin', managerId: null, mqttAdmin: true };
const NEWEST = { limit: 100, offset: 0 };

/** An endpoint for datagrams, and replicas that forward them, with a database of their own. */
export class GivenRoutes {
  /** The replicas that may forward. */
  readonly replicas: StartedService[] = [];
  private endpoint: StartedService | undefined;
  private readonly sender = createSocket('udp4');
  private readonly key = randomBytes(32).toString('base64');
  private deviceKeys = 0;
  /** The newest fact of each device. */
  private readonly facts = new Map<string, FactOf<'device'>>();

  private constructor(readonly database: FreshDatabase) {}

  /** With an endpoint, but without a replica that forwards. */
  static async withEndpoint(): Promise<GivenRoutes> {
    const given = new GivenRoutes(await freshDatabase());
    const config = { ...given.variables(), UDP_PORT: 0 };
    given.endpoint = await startService({ app: 'udp-router', config, module: UdpEndpointModule });
    return given;
  }

  /** With a replica that forwards nothing, because another one seems to. */
  static async idle(): Promise<GivenRoutes> {
    const given = new GivenRoutes(await freshDatabase());
    await given.takeLease();
    await given.addReplica();
    return given;
  }

  /** Takes the lease from its holder, for good. */
  async takeLease(): Promise<void> {
    const lease = { holder: 'spec', until: new Date(2 ** 42) };
    await this.leases.updateOne({ _id: FORWARDING_LEASE }, { $set: lease }, { upsert: true });
  }

  async freeLease(): Promise<void> {
    await this.leases.deleteOne({ _id: FORWARDING_LEASE });
  }

  private get leases(): Collection<LeaseDocument> {
    return this.database.db.collection<LeaseDocument>('leases');
  }

  async addReplica(changes: Record<string, string> = {}): Promise<StartedService> {
    const config = this.variables(changes);
    const replica = await startService({ app: 'udp-router', config, module: UdpRoutesModule });
    this.replicas.push(replica);
    for (const fact of this.facts.values()) await replica.get(FactCopies).of('device').apply([fact]);
    return replica;
  }

  get replica(): StartedService {
    return this.replicas.at(-1)!;
  }

  get routes(): UdpRoutesService {
    return this.replica.get(UdpRoutesService);
  }

  /** A device that every replica knows by its fact. */
  async device(): Promise<string> {
    const deviceName = uniqueName('udp');
    await this.tell(deviceName, 1, ++this.deviceKeys);
    return deviceName;
  }

  /** Tells every replica that the device has this key; null: it is deleted. */
  async tell(deviceName: string, version: number, deviceKey: number | null): Promise<void> {
    const state = deviceKey === null ? null : aDevice({ deviceName, deviceKey });
    const fact: FactOf<'device'> = { kind: 'device', key: deviceName, version, state };
    this.facts.set(deviceName, fact);
    for (const service of this.services) await service.get(FactCopies).of('device').apply([fact]);
  }

  /** The topics of Kafka. */
  topics(): Promise<string[]> {
    return this.askKafka((admin) => admin.listTopics());
  }

  /** Deletes the oldest messages of a queue, as its bounds do, so that so many are left. */
  async shorten(topic: string, left: number): Promise<void> {
    await this.askKafka(async (admin) => {
      const [offsets] = await admin.fetchTopicOffsets(topic);
      const offset = String(Number(offsets!.high) - left);
      await admin.deleteTopicRecords({ topic, partitions: [{ partition: 0, offset }] });
    });
  }

  private async askKafka<Answer>(question: (admin: Admin) => Promise<Answer>): Promise<Answer> {
    const brokers = brokerAddresses(servers().kafkaBrokers.split(','));
    const admin = new KafkaClient({ ...brokers, logLevel: 0 }).admin();
    await admin.connect();
    try {
      return await question(admin);
    } finally {
      await admin.disconnect();
    }
  }

  /** The request for a route without messages and TLS. */
  request(
    deviceId: string,
    { host, port }: { host: string; port: number },
    extras: object = {},
  ): NewUdpRoute {
    const flags = { prePostEnable: false, tlsEnabled: false };
    return NewUdpRoute.parse({ deviceId, host, port, topic: 'plant/pumps', ...flags, ...extras });
  }

  async list(): Promise<UdpRoute[]> {
    return (await this.routes.list(ADMIN, NEWEST)).udpRoutes;
  }

  async route(id: string): Promise<UdpRoute | undefined> {
    return (await this.list()).find((route) => route.id === id);
  }

  send(payload: string): Promise<void> {
    const { port } = this.endpoint!.get(UdpEndpoint);
    return new Promise((resolve, reject) => {
      this.sender.send(payload, port, '127.0.0.1', (error) => (error ? reject(error) : resolve()));
    });
  }

  /** Deletes all routes, waits until nothing is left of them, and stops the replicas. */
  async clear(): Promise<void> {
    if (this.replicas.length === 0) await this.addReplica();
    for (const { id } of await this.list()) await this.routes.remove(ADMIN, id);
    await until(async () => (await this.database.db.collection('udp_routes').countDocuments()) === 0);
    await this.stopReplicas();
  }

  async stop(): Promise<void> {
    this.sender.close();
    await this.stopReplicas();
    await this.endpoint?.stop();
    await this.database.drop();
  }

  private async stopReplicas(): Promise<void> {
    await Promise.all(this.replicas.splice(0).map((replica) => replica.stop()));
  }

  private get services(): StartedService[] {
    return this.endpoint ? [this.endpoint, ...this.replicas] : this.replicas;
  }

  private variables(changes: Record<string, string> = {}): UdpRouterVariables {
    return UdpRouterVariables.parse({
      ...serviceVariables(this.database.url),
      KAFKA_PARTITIONS: '1',
      UDP_HOST: '127.0.0.1',
      RATE_LIMITS: 'off',
      CERTIFICATE_KEY: this.key,
      UDP_KEY_SECRET: this.key,
      OUTBOUND_ALLOW: '127.0.0.0/8',
      ...changes,
    });
  }
}

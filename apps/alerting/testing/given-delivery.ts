import type { DeviceState, UserState } from '@telemon/contracts/facts';
import { FactCopies } from '@telemon/platform/facts/fact-copies';
import { Mongo } from '@telemon/platform/mongo';
import { aDevice } from '@telemon/testing/builders';
import { type FreshDatabase, freshDatabase } from '@telemon/testing/database';
import { Providers } from '@telemon/testing/providers';
import { type StartedService, prepareService } from '@telemon/testing/service';
import { until } from '@telemon/testing/waiting';
import { AlertingModule } from '../src/alerting.module.ts';
import { DeliveryService } from '../src/delivery/delivery.service.ts';
import type { MqttTarget } from '../src/delivery/mqtt-target.ts';
import { type Measured, type NoticeDocument, laneOf } from '../src/delivery/notice.ts';
import { NoticesService } from '../src/delivery/notices.service.ts';
import { alertingVariables } from './alerting-variables.ts';
import { applyManagerFact } from './manager-fact.ts';

interface Firing {
  contact?: string | null;
  email?: string | null;
  mqtt?: MqttTarget | null;
  device?: DeviceState;
  users?: UserState[];
  text?: string;
}

/** Replicas of alerting with providers of SMS and e-mail, where a spec delivers the notices itself. */
export class GivenDelivery {
  /** Started by `begin`, as is the replica. */
  providers!: Providers;
  service!: StartedService;
  private readonly started: StartedService[] = [];
  private entries = 0;
  private version = 0;

  private constructor(readonly database: FreshDatabase) {}

  static async prepare(): Promise<GivenDelivery> {
    return new GivenDelivery(await freshDatabase());
  }

  /** Prepared and begun, once for all tests of a file. */
  static async start(): Promise<GivenDelivery> {
    const given = await GivenDelivery.prepare();
    await given.begin();
    return given;
  }

  /** Before each test. */
  async begin(): Promise<void> {
    this.providers = await Providers.start();
    this.service = await this.startReplica();
  }

  /** After each test. */
  async end(): Promise<void> {
    await Promise.all(this.started.splice(0).map((replica) => replica.stop()));
    await this.providers.stop();
    await this.notices.deleteMany({});
  }

  async startReplica(variables: Record<string, string> = {}): Promise<StartedService> {
    const config = alertingVariables(this.database, { ...this.providers.env, ...variables });
    const replica = await prepareService({ app: 'alerting', config, module: AlertingModule });
    this.started.push(replica);
    await applyManagerFact(replica);
    return replica;
  }

  get notices() {
    return this.database.db.collection<NoticeDocument>('notices');
  }

  /** Announces the notices of a new alert-log entry, and returns the id of the entry. */
  async fire({
    contact = null,
    email = null,
    mqtt = null,
    device = aDevice(),
    users = [],
    text = 'It is hot',
  }: Firing): Promise<string> {
    await this.know(device, users);
    const entryId = `entry-${++this.entries}`;
    const announcement = {
      entryId,
      alertId: 'alert',
      deviceName: device.deviceName,
      deviceVersion: 1,
      contact,
      email,
      mqtt: mqtt && { target: mqtt, measured: measuredOn(device) },
      headline: 'Pump: Temperature above 10',
      text,
      details: [['Device', 'Pump']] as [string, string][],
      receivedAt: new Date(),
    };
    const notices = this.service.get(NoticesService);
    const announced = await this.service
      .get(Mongo)
      .transaction((session) => notices.announce([announcement], session));
    notices.send(announced);
    return entryId;
  }

  ofEntry(entryId: string): Promise<NoticeDocument[]> {
    return this.notices.find({ entryId }).toArray();
  }

  /** Delivers each notice of an entry once. */
  async deliver(entryId: string, replica = this.service): Promise<void> {
    for (const notice of await this.ofEntry(entryId))
      await replica.get(DeliveryService).deliver(laneOf(notice), notice._id);
  }

  /** Delivers the notices of an entry again and again, as the waker does, until none is due any more. */
  async deliverToTheEnd(entryId: string): Promise<void> {
    await until(
      async () => {
        await this.deliver(entryId);
        return (await this.notices.countDocuments({ entryId, dueAt: { $exists: true } })) === 0;
      },
      { everyMs: 50 },
    );
  }

  /** The deliveries of an entry as the alert log shows them. */
  async deliveryOf(entryId: string) {
    return (await this.service.get(NoticesService).toldOf([entryId])).get(entryId)!.delivery;
  }

  drop(): Promise<void> {
    return this.database.drop();
  }

  /** After all tests of a file that used `start`. */
  async stop(): Promise<void> {
    await this.end();
    await this.drop();
  }

  private async know(device: DeviceState, users: readonly UserState[]): Promise<void> {
    const copies = this.service.get(FactCopies);
    const fact = { kind: 'device', key: device.deviceName, version: ++this.version, state: device } as const;
    await copies.of('device').apply([fact]);
    for (const user of users) {
      await copies.of('user').apply([{ kind: 'user', key: user.id, version: ++this.version, state: user }]);
    }
  }
}

const measuredOn = ({ deviceAlias }: DeviceState): Measured => ({
  deviceAlias,
  sensorId: 1,
  sensorName: 'Temperature',
  valueType: 'Current',
  value: 12.5,
  alertType: 'Above',
  setPoints: [10],
  timestamp: new Date('2026-11-25T10:00:00Z'),
});

import type { Severity } from '@telemon/contracts/alerting/alerts';
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

interface GivenFiring {
  contact?: string | null;
  email?: string | null;
  mqtt?: MqttTarget | null;
  device?: DeviceState;
  users?: UserState[];
  text?: string;
  headline?: string;
  severity?: Severity;
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
  async begin(variables: Record<string, string> = {}): Promise<void> {
    this.providers = await Providers.start();
    this.service = await this.startReplica(variables);
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
  async fire(firing: GivenFiring): Promise<string> {
    const [entryId] = await this.fireAll([firing]);
    return entryId!;
  }

  /** Announces the notices of several new alert-log entries in one transaction, and returns the ids of the entries. */
  async fireAll(firings: GivenFiring[], replica = this.service): Promise<string[]> {
    const announcements = firings.map((firing) => this.announcementOf(firing));
    for (const [place, { users = [] }] of firings.entries()) {
      const { device } = announcements[place]!;
      await this.know(device, users, new Set([this.service, replica]));
    }
    const notices = replica.get(NoticesService);
    const announced = await replica.get(Mongo).transaction((session) =>
      notices.announce(
        announcements.map(({ announcement }) => announcement),
        session,
      ),
    );
    notices.send(announced);
    return announcements.map(({ announcement }) => announcement.entryId);
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
    return (await this.service.get(NoticesService).outcomesOf([entryId])).get(entryId)!.delivery;
  }

  drop(): Promise<void> {
    return this.database.drop();
  }

  /** After all tests of a file that used `start`. */
  async stop(): Promise<void> {
    await this.end();
    await this.drop();
  }

  private announcementOf({
    contact = null,
    email = null,
    mqtt = null,
    device = aDevice(),
    text = 'It is hot',
    headline = 'Pump: Temperature above 10',
    severity,
  }: GivenFiring) {
    const announcement = {
      entryId: `entry-${++this.entries}`,
      alertId: 'alert',
      deviceName: device.deviceName,
      deviceVersion: 1,
      contact,
      email,
      mqtt: mqtt && { target: mqtt, measured: measuredOn(device) },
      headline,
      text,
      details: [['Device', 'Pump']] as [string, string][],
      receivedAt: new Date(),
      ...(severity && { severity }),
    };
    return { announcement, device };
  }

  private async know(
    device: DeviceState,
    users: readonly UserState[],
    replicas: ReadonlySet<StartedService>,
  ): Promise<void> {
    const version = ++this.version;
    for (const replica of replicas) {
      const copies = replica.get(FactCopies);
      const key = device.deviceName;
      await copies.of('device').apply([{ kind: 'device', key, version, state: device }]);
      for (const user of users)
        await copies.of('user').apply([{ kind: 'user', key: user.id, version, state: user }]);
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

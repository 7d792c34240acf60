import { SYSTEM } from '@telemon/contracts/actor';
import { type Alert, NewAlert } from '@telemon/contracts/alerting/alerts';
import { type Event, NewEvent } from '@telemon/contracts/alerting/events';
import type { DeviceState, Fact } from '@telemon/contracts/facts';
import type { Reading } from '@telemon/contracts/readings';
import { FactCopies } from '@telemon/platform/facts/fact-copies';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { aDevice, aReading } from '@telemon/testing/builders';
import type { FreshDatabase } from '@telemon/testing/database';
import { alertOn, eventOn } from '@telemon/testing/given';
import type { StartedService } from '@telemon/testing/service';
import type { AlertLogDocument } from '../src/alert-log/alert-log-document.ts';
import type { AlertDocument } from '../src/alerts/alerts.repository.ts';
import { AlertsService } from '../src/alerts/alerts.service.ts';
import type { NoticeDocument } from '../src/delivery/notice.ts';
import { ChangeWriter } from '../src/evaluation/change-writer.ts';
import { ClocksRepository } from '../src/evaluation/clocks.repository.ts';
import { Clocks } from '../src/evaluation/clocks.ts';
import { Decisions } from '../src/evaluation/decisions.ts';
import type { ReadingsMessage } from '../src/evaluation/decode.ts';
import { EvaluationConsumer } from '../src/evaluation/evaluation.consumer.ts';
import { Partitions } from '../src/evaluation/partitions.ts';
import { RuleBook } from '../src/evaluation/rule-book.ts';
import { Watchdog } from '../src/evaluation/watchdog.ts';
import { EventsService } from '../src/events/events.service.ts';
import type { OccurrenceDocument } from '../src/events/occurrences.repository.ts';
import { RuleChanges } from '../src/rules/rule-changes.ts';
import { RevisionConflict } from '../src/rules/rule-repository.ts';
import { KnownDevices } from '../src/scope/known-devices.ts';
import { SilencesService } from '../src/silences/silences.service.ts';
import { prepareAlerting } from './prepared-alerting.ts';

/** The evaluation of one process, whose memory holds only data from the database. */
export class EvaluatingProcess {
  readonly consumer: EvaluationConsumer;
  private readonly decisions: Decisions;

  constructor(service: StartedService) {
    const known = service.get(KnownDevices);
    const partitions = service.get(Partitions);
    const clocks = new Clocks(service.get(ClocksRepository), partitions);
    const rules = new RuleBook(
      service.get(AlertsService),
      service.get(EventsService),
      known,
      clocks,
      service.get(RuleChanges),
    );
    const watchdog = new Watchdog(service.get(SilencesService), known, clocks);
    const writer = service.get(ChangeWriter);
    this.decisions = new Decisions(rules, watchdog, clocks, writer, { FLAPPING_CHANGES: 5 });
    this.consumer = new EvaluationConsumer(undefined as never, partitions, this.decisions, new Lifecycle());
  }

  /**
   * Compares readings with the alerts, again after a conflict with another process, as Kafka delivers them again. The decisions are stored in
   * the background.
   */
  async compare(readings: Reading[]): Promise<void> {
    const messages = [{ offset: '0', value: Buffer.from(JSON.stringify(readings)) }];
    try {
      await this.hear(messages);
    } catch (error) {
      if (!(error instanceof RevisionConflict)) throw error;
      await this.compare(readings);
    }
  }

  /** Compares messages. */
  hear(messages: ReadingsMessage[]): Promise<void> {
    return this.consumer.handle({ partition: 0, messages });
  }

  /** Stores the decisions, with repetitions after conflicts with another process. */
  async settle(): Promise<void> {
    const isSettled = () =>
      this.decisions.settle().then(
        () => true,
        () => false,
      );
    while (!(await isSettled()));
  }

  async deliver(readings: Reading[]): Promise<void> {
    await this.compare(readings);
    await this.settle();
  }
}

/** Devices with an alert or an event above 10, and the processes that compare their readings. */
export class GivenCrossings {
  /** The time at which the first reading of the newest device arrives. */
  start = 0;
  private version = 0;

  private constructor(
    readonly service: StartedService,
    readonly database: FreshDatabase,
    readonly stop: () => Promise<void>,
  ) {}

  static async prepare(): Promise<GivenCrossings> {
    const { service, database, stop } = await prepareAlerting();
    return new GivenCrossings(service, database, stop);
  }

  get log() {
    return this.database.db.collection<AlertLogDocument>('alert_log');
  }

  get alerts() {
    return this.database.db.collection<AlertDocument>('alerts');
  }

  get occurrences() {
    return this.database.db.collection<OccurrenceDocument>('event_log');
  }

  get notices() {
    return this.database.db.collection<NoticeDocument>('notices');
  }

  newProcess(): EvaluatingProcess {
    return new EvaluatingProcess(this.service);
  }

  tellOf(device: DeviceState): Promise<void> {
    return this.service
      .get(FactCopies)
      .of('device')
      .apply([{ kind: 'device', key: device.deviceName, version: ++this.version, state: device }]);
  }

  /** Deletes the device. @returns the version of that fact */
  async tellGone(deviceName: string): Promise<number> {
    const copy = this.service.get(FactCopies).of('device');
    await copy.apply([{ kind: 'device', key: deviceName, version: ++this.version, state: null }]);
    return this.version;
  }

  async deviceWithAlert(
    changes: Record<string, unknown> = {},
  ): Promise<{ device: DeviceState; alert: Alert }> {
    this.start = Date.now();
    const device = aDevice();
    await this.tellOf(device);
    const request = NewAlert.parse({
      ...alertOn(device.deviceName),
      contact: '+15005550007',
      message: '$devid $data',
      ...changes,
    });
    const alert = await this.service.get(AlertsService).create(SYSTEM, request);
    return { device, alert };
  }

  async deviceWithEvent(
    changes: Record<string, unknown> = {},
  ): Promise<{ device: DeviceState; event: Event }> {
    this.start = Date.now();
    const device = aDevice();
    await this.tellOf(device);
    const request = NewEvent.parse({ ...eventOn(device.deviceName), ...changes });
    return { device, event: await this.service.get(EventsService).create(SYSTEM, request) };
  }

  /** Readings that arrive a millisecond after each other, with ids that are the same for each call. */
  readingsOf({ deviceName }: DeviceState, values: number[]): Reading[] {
    return values.map((value, index) =>
      aReading({
        id: `${deviceName}-${index}`,
        deviceName,
        receivedAt: this.start + index,
        current: [value, null, null, null],
      }),
    );
  }

  entriesOf({ deviceName }: DeviceState): Promise<AlertLogDocument[]> {
    return this.log.find({ deviceName }, { sort: { triggeredAt: 1 } }).toArray();
  }

  occurrencesOf({ deviceName }: DeviceState): Promise<OccurrenceDocument[]> {
    return this.occurrences.find({ deviceName }, { sort: { occurredAt: 1 } }).toArray();
  }

  /** The numbers of firing alerts in the facts about a device's status, oldest first. */
  async firingCounts({ deviceName }: DeviceState): Promise<number[]> {
    const rows = await this.database.db
      .collection<{ fact: Fact }>('fact_outbox')
      .find({ 'fact.kind': 'device-status', 'fact.key': deviceName }, { sort: { 'fact.version': 1 } })
      .toArray();
    return rows.map(({ fact }) => (fact.state as { firing: number }).firing);
  }
}

/** The ids of the readings that cross the set point upwards. */
export const crossingsOf = (readings: Reading[]): string[] =>
  readings
    .filter(({ current }, index) => current[0]! > 10 && !((readings[index - 1]?.current[0] ?? 0) > 10))
    .map(({ id }) => id);

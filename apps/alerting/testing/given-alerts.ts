import type { Actor } from '@telemon/contracts/actor';
import { type Alert, NewAlert } from '@telemon/contracts/alerting/alerts';
import type { DeviceState } from '@telemon/contracts/facts';
import type { Reading } from '@telemon/contracts/readings';
import { FactCopies } from '@telemon/platform/facts/fact-copies';
import { aDevice, aReading, aUser } from '@telemon/testing/builders';
import { type FreshDatabase, freshDatabase } from '@telemon/testing/database';
import { type StartedService, prepareService } from '@telemon/testing/service';
import { AlertingModule } from '../src/alerting.module.ts';
import { AlertsService } from '../src/alerts/alerts.service.ts';
import { Decisions } from '../src/evaluation/decisions.ts';
import { EvaluationConsumer } from '../src/evaluation/evaluation.consumer.ts';
import { alertingVariables } from './alerting-variables.ts';
import { withoutDevices } from './without-devices.ts';

export const anActor = (id: string, role: Actor['role'], managerId: string | null = null): Actor => ({
  id,
  role,
  managerId,
  mqttAdmin: false,
});
export const m1 = anActor('m1', 'manager', 'm1');
export const m2 = anActor('m2', 'manager', 'm2');
export const s1 = anActor('s1', 'assistant', 'm1');
export const s2 = anActor('s2', 'assistant', 'm1');
export const nobody = anActor('nobody', 'none');

/** A request for an alert that fires above 10. */
export const anAlert = (deviceName: string, changes: Record<string, unknown> = {}): NewAlert =>
  NewAlert.parse({
    deviceName,
    sensorId: 1,
    valueType: 'Current',
    alertType: 'Above',
    criteria: { values: [10] },
    contact: '15005550007',
    email: 'on-call@example.com',
    message: 'hot',
    ...changes,
  });

/** Readings as Kafka delivers them. */
export const inMessages = (readings: Reading[]) => ({
  partition: 0,
  messages: [{ offset: '0', value: Buffer.from(JSON.stringify(readings)) }],
});

/** Alerting with managers and assistants, whose devices and readings come from the spec. */
export class GivenAlerts {
  /** The version of the newest fact about a device. */
  version = 0;

  private constructor(
    readonly service: StartedService,
    readonly database: FreshDatabase,
    /** Names of devices that the devices service does not have. */
    private readonly names: Set<string>,
    private readonly devices: { stop(): Promise<void> },
    private readonly variables: Record<string, string>,
  ) {}

  /** @param variables Different from other specs' variables */
  static async prepare(variables: Record<string, string> = {}): Promise<GivenAlerts> {
    const names = new Set(['nowhere']);
    const devices = await withoutDevices((deviceName) => names.has(deviceName));
    const database = await freshDatabase();
    const service = await replicaOn(database, variables);
    const copies = service.get(FactCopies).of('user');
    for (const user of [
      aUser({ id: 'm1', name: 'Mona' }),
      aUser({ id: 's1', name: 'Sam', userRole: 'assistant' }),
      ...['m2', 'm7', 'm8', 'm9'].map((id) => aUser({ id })),
    ]) {
      await copies.apply([{ kind: 'user', key: user.id, version: 1, state: user }]);
    }
    return new GivenAlerts(service, database, names, devices, variables);
  }

  startReplica(): Promise<StartedService> {
    return replicaOn(this.database, this.variables);
  }

  /** Delivers a fact about a device; null: it is deleted. */
  tellOf(deviceName: string, state: DeviceState | null): Promise<void> {
    return this.service
      .get(FactCopies)
      .of('device')
      .apply([{ kind: 'device', key: deviceName, version: ++this.version, state }]);
  }

  /** A device of manager m1, or of the manager in `changes`, assigned to assistant s1. */
  async device(changes: Partial<DeviceState> = {}): Promise<DeviceState> {
    const device = aDevice({ assistantIds: ['s1'], ...changes });
    this.names.add(device.deviceName);
    await this.tellOf(device.deviceName, device);
    return device;
  }

  create(by: Actor, { deviceName }: DeviceState, changes = {}): Promise<Alert> {
    return this.service.get(AlertsService).create(by, anAlert(deviceName, changes));
  }

  /** Compares readings with the alerts, and stores decisions. */
  async announce(readings: Reading[]): Promise<void> {
    await this.service.get(EvaluationConsumer).handle(inMessages(readings));
    await this.service.get(Decisions).settle();
  }

  fire({ deviceName }: DeviceState, value = 11): Promise<void> {
    return this.announce([aReading({ deviceName, current: [value, null, null, null] })]);
  }

  async stop(): Promise<void> {
    await this.service.stop();
    await this.devices.stop();
    await this.database.drop();
  }
}

const replicaOn = (database: FreshDatabase, variables: Record<string, string>): Promise<StartedService> =>
  prepareService({ app: 'alerting', config: alertingVariables(database, variables), module: AlertingModule });

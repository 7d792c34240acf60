import { DAY_MS, HOUR_MS } from '@telemon/contracts/durations';
import { given } from '@telemon/testing/given';
import { MqttDevice } from '@telemon/testing/mqtt-device';
import { type StoredRow, storeReadings } from '@telemon/testing/stored-readings';
import { until } from '@telemon/testing/waiting';
import type { Form } from '../drill.ts';
import { keysOf } from '../fleet/fleet.ts';
import { isStored } from '../fleet/stored.ts';
import type { DrillInstallation } from '../installation/drill-installation.ts';

/** The short form's fifth still makes pages wait for one another, without overloading a machine that also runs other tests. */
const READINGS_OF_A_DAY = { long: 200_000, short: 40_000 };
/** Sealing uses half of the time of a core at most. */
const SEALED_WITHIN_MS = 120_000;
/** The readings of the last hour or so stay as they are. */
const FEW_OF_THEM = 20;
const ID_BYTES = 16;

/** The busy device, and another one that sends a reading now and then. */
export class TwoDevices {
  readonly #installation: DrillInstallation;
  readonly #busy: string;
  readonly #busyKey: number;
  readonly #other: MqttDevice;
  readonly #otherKey: number;
  readonly #from: number;
  readonly #readings: number;
  #nextSeq = 0;

  private constructor(
    installation: DrillInstallation,
    parts: {
      busy: string;
      busyKey: number;
      other: MqttDevice;
      otherKey: number;
      from: number;
      readings: number;
    },
  ) {
    this.#installation = installation;
    this.#busy = parts.busy;
    this.#busyKey = parts.busyKey;
    this.#other = parts.other;
    this.#otherKey = parts.otherKey;
    this.#from = parts.from;
    this.#readings = parts.readings;
  }

  static async make(installation: DrillInstallation, form: Form): Promise<TwoDevices> {
    const readings = READINGS_OF_A_DAY[form];
    const make = given(await installation.api());
    const sensor = await make.sensorType(installation.managerId);
    const { device } = await make.device(installation.managerId, [sensor.id]);
    const { mqtt } = await make.device(installation.managerId, [sensor.id]);
    const keys = await keysOf(installation);
    const from = Date.now() - DAY_MS - HOUR_MS;
    await storeReadings(installation.database.db('devices').collection<StoredRow>('readings'), {
      key: keys.get(device.deviceName)!,
      from,
      everyMs: DAY_MS / readings,
      count: readings,
    });
    const other = await MqttDevice.connect(installation.product.addresses.mqttPort, mqtt);
    return new TwoDevices(installation, {
      busy: device.deviceName,
      busyKey: keys.get(device.deviceName)!,
      other,
      otherKey: keys.get(mqtt.username)!,
      from,
      readings,
    });
  }

  /** Restarts the devices service, which seals past hours when it starts, and waits until the busy device's are sealed. */
  async seal(): Promise<void> {
    const { product, database } = this.#installation;
    await product.killAndAwait('devices');
    const readings = database.db('devices').collection<{ _id: Uint8Array }>('readings');
    const [from, to] = [this.#busyKey, this.#busyKey + 1].map((key) => {
      const id = Buffer.alloc(ID_BYTES);
      id.writeUInt32BE(key, 0);
      return id;
    });
    const most = this.#readings / FEW_OF_THEM;
    const isSealed = async () =>
      (await readings.countDocuments({ _id: { $gte: from!, $lt: to! } }, { limit: most })) < most;
    await until(isSealed, { timeoutMs: SEALED_WITHIN_MS, what: 'sealed readings' });
  }

  /** Requests the busy device's day, from `laterS` seconds after its start. */
  async askPage(laterS: number) {
    const [from, to] = [this.#from + laterS * 1_000, this.#from + DAY_MS].map((at) =>
      new Date(at!).toISOString(),
    );
    return (await this.#installation.api()).send(
      'GET',
      `/deviceDashboard/${this.#busy}?fromDate=${from}&toDate=${to}`,
    );
  }

  async askOtherLog() {
    return (await this.#installation.api()).send(
      'GET',
      `/deviceDashboard/getSensorLog/${this.#other.name}?limit=10`,
    );
  }

  /** Sends a reading of the other device, and resolves when it is stored. */
  async store(): Promise<void> {
    const reading = { seq: this.#nextSeq++, timestamp: Date.now() };
    await this.#other.send({ TC1: 1, ...reading });
    // A query for this reading alone, whose own time hardly counts.
    await until(() => isStored(this.#installation, this.#otherKey, reading), {
      everyMs: 5,
      what: "the other device's reading",
    });
  }

  end(): void {
    this.#other.end();
  }
}

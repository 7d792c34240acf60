import { given } from '@telemon/testing/given';
import { MqttDevice } from '@telemon/testing/mqtt-device';
import { until } from '@telemon/testing/waiting';
import { keysOf } from '../fleet/fleet.ts';
import { storedSeqs } from '../fleet/stored.ts';
import type { DrillInstallation } from '../installation/drill-installation.ts';

const SENDS_EVERY_MS = 200;
const HEARD_WITHIN_MS = 30_000;

/** A device that keeps sending while it is deleted, and a failover takes the deletion back. */
export class DeletedDevice {
  readonly #installation: DrillInstallation;
  readonly #key: number;
  readonly #connection: MqttDevice;
  readonly #timer: NodeJS.Timeout;
  #nextSeq = 0;
  #deletion: Promise<unknown> = Promise.resolve();

  private constructor(installation: DrillInstallation, key: number, connection: MqttDevice) {
    this.#installation = installation;
    this.#key = key;
    this.#connection = connection;
    this.#timer = setInterval(() => this.#send(), SENDS_EVERY_MS);
  }

  static async make(installation: DrillInstallation): Promise<DeletedDevice> {
    const make = given(await installation.api());
    const { id } = await make.sensorType(installation.managerId);
    const { mqtt } = await make.device(installation.managerId, [id]);
    const key = (await keysOf(installation)).get(mqtt.username)!;
    return new DeletedDevice(
      installation,
      key,
      await MqttDevice.connect(installation.product.addresses.mqttPort, mqtt),
    );
  }

  /** Requests its deletion; no majority confirms. */
  delete(): void {
    this.#deletion = this.#installation
      .api()
      .then((api) => api.send('DELETE', `/device/${this.#connection.name}`))
      .catch(() => undefined);
  }

  /** Stops sending. `takenBack`: 1 if the device exists; `deaf`: 1 if it exists, and its readings of now are not stored. */
  async end(): Promise<{ takenBack: number; deaf: number }> {
    await this.#deletion;
    const api = await this.#installation.api();
    const { status } = await api.send('GET', `/device/${this.#connection.name}`);
    const from = this.#nextSeq;
    const isHeard = async () => (await storedSeqs(this.#installation, this.#key, from)).length > 0;
    const isDeaf = await until(isHeard, { timeoutMs: HEARD_WITHIN_MS }).then(
      () => false,
      () => true,
    );
    clearInterval(this.#timer);
    this.#connection.end();
    return { takenBack: Number(status === 200), deaf: Number(isDeaf) };
  }

  #send(): void {
    void this.#connection.send({ TC1: 1, seq: this.#nextSeq++, timestamp: Date.now() });
  }
}

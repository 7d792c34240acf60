import { given } from '@telemon/testing/given';
import { MqttDevice } from '@telemon/testing/mqtt-device';
import { until } from '@telemon/testing/waiting';
import { keysOf } from '../fleet/fleet.ts';
import { storedSeqs } from '../fleet/stored.ts';
import type { Ground } from '../ground/ground.ts';

const SENDS_EVERY_MS = 200;
const HEARD_WITHIN_MS = 30_000;

/** A device that keeps sending while it is deleted, and a failover takes the deletion back. */
export class DeletedDevice {
  readonly #ground: Ground;
  readonly #key: number;
  readonly #connection: MqttDevice;
  readonly #timer: NodeJS.Timeout;
  #nextSeq = 0;
  #deletion: Promise<unknown> = Promise.resolve();

  private constructor(ground: Ground, key: number, connection: MqttDevice) {
    this.#ground = ground;
    this.#key = key;
    this.#connection = connection;
    this.#timer = setInterval(() => this.#send(), SENDS_EVERY_MS);
  }

  static async make(ground: Ground): Promise<DeletedDevice> {
    const make = given(await ground.api());
    const { id } = await make.sensorType(ground.managerId);
    const { mqtt } = await make.device(ground.managerId, [id]);
    const key = (await keysOf(ground)).get(mqtt.username)!;
    return new DeletedDevice(ground, key, await MqttDevice.connect(ground.product.addresses.mqttPort, mqtt));
  }

  /** Asks for its deletion, which nobody confirms. */
  delete(): void {
    this.#deletion = this.#ground
      .api()
      .then((api) => api.send('DELETE', `/device/${this.#connection.name}`))
      .catch(() => undefined);
  }

  /** Stops sending. `takenBack`: 1 if the device exists; `deaf`: 1 if it exists, and its readings of now are not stored. */
  async end(): Promise<{ takenBack: number; deaf: number }> {
    await this.#deletion;
    const api = await this.#ground.api();
    const { status } = await api.send('GET', `/device/${this.#connection.name}`);
    const from = this.#nextSeq;
    const isHeard = async () => (await storedSeqs(this.#ground, this.#key, from)).length > 0;
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

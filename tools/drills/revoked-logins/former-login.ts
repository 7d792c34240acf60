import { setTimeout as delay } from 'node:timers/promises';
import { type GivenDevice, given } from '@telemon/testing/given';
import type { MqttLogin } from '@telemon/contracts/devices/devices';
import { MqttDevice } from '@telemon/testing/mqtt-device';
import { until } from '@telemon/testing/waiting';
import { sha256Of } from '../../../apps/devices/src/devices/passwords.ts';
import { keysOf } from '../fleet/fleet.ts';
import { SingleConnection } from '../fleet/single-connection.ts';
import { storedSeqs } from '../fleet/stored.ts';
import type { DrillInstallation } from '../installation/drill-installation.ts';

const SENDS_EVERY_MS = 50;
/** Shorter than the time for which a bridge uses the answer of a look-up. */
const RECONNECTS_AFTER_MS = 25;
const LOOKS_UP_EVERY_MS = 100;
/** The first number of the heir: the device that has the name afterwards. */
const FIRST_OF_HEIR = 1_000_000;
const READINGS_OF_HEIR = 5;

/** The part of a device's document that its login is compared with. */
interface StoredLogin {
  readonly _id: string;
  readonly passwordSha256: string;
}

/** A device that keeps sending, and reconnects at once, while its login is revoked. */
export class FormerLogin {
  readonly name: string;
  readonly #installation: DrillInstallation;
  readonly #sensorIds: readonly string[];
  readonly #key: number;
  readonly #passwordSha256: string;
  readonly #connection: MqttDevice;
  readonly #timer: NodeJS.Timeout;
  #nextSeq = 0;
  #heir: Promise<number> | null = null;

  private constructor(
    installation: DrillInstallation,
    sensorIds: readonly string[],
    parts: { login: MqttLogin; key: number; connection: MqttDevice },
  ) {
    this.#installation = installation;
    this.#sensorIds = sensorIds;
    this.name = parts.login.username;
    this.#passwordSha256 = sha256Of(parts.login.password);
    this.#key = parts.key;
    this.#connection = parts.connection;
    this.#timer = setInterval(() => this.#send(), SENDS_EVERY_MS);
  }

  static async make(installation: DrillInstallation, sensorIds: readonly string[]): Promise<FormerLogin> {
    const { mqtt } = await makeDevice(installation, sensorIds);
    const key = (await keysOf(installation)).get(mqtt.username)!;
    const connection = await MqttDevice.connect(installation.product.addresses.mqttPort, mqtt, {
      reconnectAfterMs: RECONNECTS_AFTER_MS,
    });
    return new FormerLogin(installation, sensorIds, { login: mqtt, key, connection });
  }

  /** Signs in with an unknown password, so that the bridge asks the devices service. */
  async lookUp(): Promise<void> {
    const unknown = { username: this.name, password: 'not the password' };
    await SingleConnection.open(this.#installation.product.addresses.mqttPort, unknown).then(
      (connection) => connection.end(),
      () => undefined,
    );
  }

  async keepLookingUp(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await delay(LOOKS_UP_EVERY_MS);
      await this.lookUp();
    }
  }

  async changePassword(): Promise<void> {
    await (await this.#installation.api()).expect('POST', `/device/${this.name}/credentials`);
  }

  /** Asks for another password. Returns whether the answer is a 503 with `Retry-After`. */
  async isRefusedAPassword(): Promise<boolean> {
    const api = await this.#installation.api();
    const { status, headers } = await api.send('POST', `/device/${this.name}/credentials`);
    return status === 503 && headers.has('retry-after');
  }

  /** Whether the database has another password or no device for it. */
  async isRevoked(): Promise<boolean> {
    const devices = this.#installation.database.db('devices').collection<StoredLogin>('devices');
    return (await devices.findOne({ _id: this.name }))?.passwordSha256 !== this.#passwordSha256;
  }

  async delete(): Promise<void> {
    await (await this.#installation.api()).expect('DELETE', `/device/${this.name}`);
  }

  /** Creates another device with this name. */
  async makeAnew(): Promise<void> {
    // A busy machine may answer 503.
    const makeHeir = () => makeDevice(this.#installation, this.#sensorIds, { deviceName: this.name });
    const { mqtt } = await until(makeHeir, { everyMs: 1_000, what: 'the heir' });
    const key = (await keysOf(this.#installation)).get(this.name)!;
    this.#heir = sendAsHeir(this.#installation.product.addresses.mqttPort, mqtt).then(() => key);
    this.#heir.catch(() => undefined);
  }

  /** After `ms`: whether it is connected, and the number of its next reading. */
  async after(ms: number): Promise<{ isConnected: boolean; sentUpTo: number }> {
    await delay(ms);
    return { isConnected: this.#connection.isConnected, sentUpTo: this.#nextSeq };
  }

  /** Stops sending, and disconnects. */
  end(): void {
    clearInterval(this.#timer);
    this.#connection.end();
  }

  /** The number of its stored readings from number `sentUpTo` on. */
  async storedAfter(sentUpTo: number): Promise<number> {
    return (await storedSeqs(this.#installation, this.#key, sentUpTo)).length;
  }

  /** Counts readings of the heir that are not stored, and readings stored for the heir that it did not send. */
  async ofHeir(): Promise<{ missing: number; foreign: number }> {
    if (this.#heir === null) return { missing: 0, foreign: 0 };
    const key = await this.#heir;
    const own = async () => (await storedSeqs(this.#installation, key, FIRST_OF_HEIR)).length;
    await until(async () => (await own()) === READINGS_OF_HEIR, { timeoutMs: 30_000 }).catch(() => undefined);
    const all = (await storedSeqs(this.#installation, key, 0)).length;
    return { missing: READINGS_OF_HEIR - (await own()), foreign: all - (await own()) };
  }

  #send(): void {
    const seq = this.#nextSeq++;
    void this.#connection.send({ TC1: 1, seq, timestamp: Date.now() });
  }
}

const makeDevice = async (
  installation: DrillInstallation,
  sensorIds: readonly string[],
  extras: Record<string, unknown> = {},
): Promise<GivenDevice> =>
  given(await installation.api()).device(installation.managerId, [...sensorIds], extras);

async function sendAsHeir(port: number, login: MqttLogin): Promise<void> {
  const device = await MqttDevice.connect(port, login);
  const seqs = Array.from({ length: READINGS_OF_HEIR }, (_, index) => FIRST_OF_HEIR + index);
  await Promise.all(seqs.map((seq) => device.send({ TC1: 2, seq, timestamp: Date.now() })));
  device.end();
}

import { setTimeout as delay } from 'node:timers/promises';
import { MqttDevice } from '@telemon/testing/mqtt-device';
import { timeOf } from '@telemon/testing/quickest';
import { until } from '@telemon/testing/waiting';
import { type Spread, spreadOf } from '../../bench/durations.ts';
import type { Counts } from '../drill.ts';
import { compareAlerts, crossingsInOrder } from '../fleet/alerts.ts';
import { type DrilledDevice, Fleet } from '../fleet/fleet.ts';
import { compareStored, isStored } from '../fleet/stored.ts';
import { Stream, upToNextStream } from '../fleet/stream.ts';
import type { DrillInstallation } from '../installation/drill-installation.ts';

const DEVICES = 20;
const RATE = 40;
const TIMED_EVERY_MS = 100;
const PATIENCE_MS = 60_000;

/** Devices that go on sending readings beside a storm; one of them is timed. Their alerts fire, and send no notice. */
export class Bystanders {
  readonly #installation: DrillInstallation;
  readonly #fleet: Fleet;
  readonly #timed: DrilledDevice;
  #nextSeq = 0;

  private constructor(installation: DrillInstallation, fleet: Fleet, timed: DrilledDevice) {
    this.#installation = installation;
    this.#fleet = fleet;
    this.#timed = timed;
  }

  static async make(installation: DrillInstallation): Promise<Bystanders> {
    const fleet = await Fleet.make(installation, DEVICES, { alert: { email: null } });
    const { devices } = await Fleet.make(installation, 1);
    return new Bystanders(installation, fleet, devices[0]!);
  }

  begin(): Promise<Stream> {
    return Stream.begin(this.#installation, this.#fleet, RATE);
  }

  /** Waits until all effects of the stream are there, for a minute at most, and counts them. */
  async outcome({ sent }: Stream): Promise<Counts> {
    let counts: Counts = {};
    const haveCome = async () => {
      const bounded = sent.map(upToNextStream);
      const stored = await compareStored(this.#installation, bounded);
      const { crossings, missed, firedTwice, falseAlerts } = await compareAlerts(
        this.#installation,
        this.#fleet,
        bounded,
        crossingsInOrder,
      );
      counts = {
        ...stored,
        crossings: crossings!,
        missed: missed!,
        firedTwice: firedTwice!,
        falseAlerts: falseAlerts!,
      };
      return counts['lost'] === 0 && counts['missed'] === 0;
    };
    await until(haveCome, { timeoutMs: PATIENCE_MS, everyMs: 500 }).catch(() => undefined);
    return counts;
  }

  /** Times the storing of readings, one after the other, until the work is done. */
  async timeBeside(work: () => Promise<unknown>): Promise<Spread> {
    const { mqttPort } = this.#installation.product.addresses;
    const connection = await MqttDevice.connect(mqttPort, this.#timed.login);
    const times: number[] = [];
    const over = new AbortController();
    const timing = (async () => {
      while (!over.signal.aborted) {
        times.push(await timeOf(() => this.#store(connection)));
        await delay(TIMED_EVERY_MS);
      }
    })();
    try {
      await work();
    } finally {
      over.abort();
      await timing;
      connection.end();
    }
    return spreadOf(times);
  }

  async #store(connection: MqttDevice): Promise<void> {
    const reading = { seq: this.#nextSeq++, timestamp: Date.now() };
    await connection.send({ TC1: 1, ...reading });
    await until(() => isStored(this.#installation, this.#timed.key, reading), {
      everyMs: 5,
      what: "the bystander's reading",
    });
  }
}

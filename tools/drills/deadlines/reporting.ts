import { MqttDevice } from '@telemon/testing/mqtt-device';
import { SET_POINT } from '../fleet/crossings.ts';
import type { DrilledDevice } from '../fleet/fleet.ts';
import type { DrillInstallation } from '../installation/drill-installation.ts';
import type { Timeline } from './timeline.ts';

const BELOW = 1;
/** Each device sends once in this time. With the clock seven times as fast, heartbeats alone would be too far apart. */
const EVERY_MS = 3_000;

/** Devices that report a value below their set point every few seconds, in turn, and send no timestamp. */
export class Reporting {
  readonly devices: readonly DrilledDevice[];
  readonly #connections: readonly MqttDevice[];
  readonly #timeline: Timeline;
  readonly #underWay = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #turn = 0;

  private constructor(
    devices: readonly DrilledDevice[],
    connections: readonly MqttDevice[],
    timeline: Timeline,
  ) {
    this.devices = devices;
    this.#connections = connections;
    this.#timeline = timeline;
  }

  /** Connects the devices, and has each send a reading at the set point before they begin. */
  static async begin(
    { product }: DrillInstallation,
    devices: readonly DrilledDevice[],
    timeline: Timeline,
  ): Promise<Reporting> {
    const connections = await Promise.all(
      devices.map(({ login }) => MqttDevice.connect(product.addresses.mqttPort, login)),
    );
    const reporting = new Reporting(devices, connections, timeline);
    await reporting.reachSetPoint();
    reporting.resume();
    return reporting;
  }

  /** Each device sends a reading at its set point. Returns a time on the installation's clock before their arrival. */
  async reachSetPoint(): Promise<number> {
    const { now } = this.#timeline;
    await Promise.all(this.#connections.map((connection) => connection.send({ TC1: SET_POINT })));
    return now;
  }

  /** Goes on after `pause`. */
  resume(): void {
    this.#timer = setInterval(() => this.#sendNext(), EVERY_MS / this.devices.length);
  }

  /** Stops sending. Returns a time on the installation's clock before which none of the last readings arrived. */
  async pause(): Promise<number> {
    clearInterval(this.#timer);
    await Promise.all(this.#underWay);
    const { now } = this.#timeline;
    await Promise.all(this.#connections.map((connection) => connection.send({ TC1: BELOW })));
    return now;
  }

  end(): void {
    clearInterval(this.#timer);
    for (const connection of this.#connections) connection.end();
  }

  #sendNext(): void {
    const connection = this.#connections[this.#turn++ % this.#connections.length]!;
    const sending: Promise<void> = connection
      .send({ TC1: BELOW })
      .then(() => void this.#underWay.delete(sending));
    this.#underWay.add(sending);
  }
}

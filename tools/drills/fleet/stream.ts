import { MqttDevice } from '@telemon/testing/mqtt-device';
import { until } from '@telemon/testing/waiting';
import type { DrillInstallation } from '../installation/drill-installation.ts';
import { valueOf } from './crossings.ts';
import { beginStream, type DrilledDevice, type Fleet } from './fleet.ts';

/** The numbers of the readings that one device sent in a stream: from `first` to before `end`. */
export interface Sent {
  readonly device: DrilledDevice;
  readonly first: number;
  end: number;
  readonly acknowledged: Set<number>;
}

/** Adds the first number of the device's next stream, if that has begun by now. */
export const upToNextStream = (sent: Sent): Sent & { readonly before: number | undefined } => ({
  ...sent,
  before: sent.device.firsts.find((first) => first > sent.first),
});

/** The timestamp of a reading; undefined for none. */
export type Clock = (deviceNumber: number, seq: number) => unknown;

interface SendOptions {
  readonly clock?: Clock;
  /** How often each reading is sent. */
  readonly times?: number;
}

/** Deadline for the last acknowledgement after a fault. */
const ACKNOWLEDGED_WITHIN_MS = 180_000;

/**
 * Devices that send numbered readings (`seq`) with QoS 1 at an even pace, without waiting for acknowledgements. They resend each
 * reading until it is acknowledged.
 */
export class Stream {
  readonly sent: readonly Sent[];
  readonly fleet: Fleet;
  readonly #connections: readonly MqttDevice[];
  readonly #timers: NodeJS.Timeout[];
  readonly #clock: Clock;
  readonly #times: number;

  private constructor(
    fleet: Fleet,
    connections: readonly MqttDevice[],
    everyMs: number,
    { clock = Date.now, times = 1 }: SendOptions,
  ) {
    this.fleet = fleet;
    this.#clock = clock;
    this.#times = times;
    this.#connections = connections;
    this.sent = fleet.devices.map((device) => {
      const first = beginStream(device);
      return { device, first, end: first, acknowledged: new Set() };
    });
    const from = performance.now();
    this.#timers = this.sent.map((sent, index) =>
      setInterval(() => {
        // A delayed timer has several readings to send.
        const due = sent.first + Math.floor((performance.now() - from) / everyMs);
        while (sent.end < due) this.#send(sent, index);
      }, everyMs),
    );
  }

  /**
   * Begins to send `perSecond` readings a second, of all devices together. The devices spread their first connections evenly over
   * `ports`.
   */
  static async begin(
    installation: DrillInstallation,
    fleet: Fleet,
    perSecond: number,
    {
      ports = [installation.product.addresses.mqttPort],
      ...options
    }: SendOptions & { ports?: readonly number[] } = {},
  ): Promise<Stream> {
    const portsFrom = (first: number) => ports.map((_, index) => ports[(first + index) % ports.length]!);
    const connections = await Promise.all(
      fleet.devices.map(({ login }, index) => MqttDevice.connect(portsFrom(index), login)),
    );
    return new Stream(fleet, connections, (1_000 * fleet.devices.length) / perSecond, options);
  }

  get acknowledged(): number {
    return this.sent.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0);
  }

  /** Stops sending, and resolves once all sent readings are acknowledged. */
  async end(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    const isComplete = () =>
      this.sent.every(({ first, end, acknowledged }) => acknowledged.size === end - first);
    try {
      await until(isComplete, { timeoutMs: ACKNOWLEDGED_WITHIN_MS, what: 'the last acknowledgement' });
    } finally {
      this.breakOff();
    }
  }

  /** Stops sending and ends the connections without waiting for acknowledgements. */
  breakOff(): void {
    for (const timer of this.#timers) clearInterval(timer);
    for (const connection of this.#connections) connection.end();
  }

  #send(sent: Sent, index: number): void {
    const seq = sent.end++;
    sent.device.nextSeq = sent.end;
    const reading = { TC1: valueOf(seq), TC2: seq, seq, timestamp: this.#clock(index, seq) };
    const copies = Array.from({ length: this.#times }, () => this.#connections[index]!.send(reading));
    void Promise.all(copies).then(() => sent.acknowledged.add(seq));
  }
}

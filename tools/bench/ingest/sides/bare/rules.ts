import type { WriteStream } from 'node:fs';
import { ALERTS, type AlertRule } from '../../fleet.ts';

/** A stored reading. */
export interface BareReading {
  readonly deviceName: string;
  readonly seq: number;
  /** TC1 to TC3. */
  readonly values: readonly number[];
}

/** A line of the file of firings. */
export interface Firing extends Pick<BareReading, 'deviceName' | 'seq'> {
  /** Place in `ALERTS`. */
  readonly alert: number;
  /** Epoch milliseconds. */
  readonly decidedAt: number;
}

const holds = ({ alertType, setPoint, sensorId }: AlertRule, values: readonly number[]): boolean =>
  alertType === 'Above' ? values[sensorId - 1]! > setPoint : values[sensorId - 1]! < setPoint;

/** The ten alerts of each device, in memory. A firing is a line of a file, which only the benchmark reads. */
export class Rules {
  readonly #firings: WriteStream;
  /** Whether each alert of a device is firing, by the device's name. */
  readonly #isFiring: ReadonlyMap<string, boolean[]>;

  constructor(deviceNames: readonly string[], firings: WriteStream) {
    this.#firings = firings;
    this.#isFiring = new Map(deviceNames.map((name) => [name, ALERTS.map(() => false)]));
  }

  /** Compares a reading that was not compared before. */
  compare({ deviceName, seq, values }: BareReading): void {
    const isFiring = this.#isFiring.get(deviceName)!;
    for (let alert = 0; alert < ALERTS.length; alert++) {
      const fires = holds(ALERTS[alert]!, values);
      if (fires === isFiring[alert]) continue;
      isFiring[alert] = fires;
      if (!fires) continue;
      const firing: Firing = { deviceName, seq, alert, decidedAt: Date.now() };
      this.#firings.write(`${JSON.stringify(firing)}\n`);
    }
  }
}

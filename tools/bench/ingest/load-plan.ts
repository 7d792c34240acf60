import { CROSSING_KINDS, crossingValue, quietValue, type AlertRule } from './fleet.ts';

/** A stretch of load at one rate, which determines each of its readings. */
export interface LoadStep {
  /** Readings a second, of all devices together. */
  readonly rate: number;
  readonly seconds: number;
  readonly readingsPerPublish: number;
  readonly devices: number;
  /** Alerts that fire a second, of all devices; or one alert with an e-mail by the first reading of each device. */
  readonly crossings: number | 'all at once';
  /** Higher than the `seq` of all earlier steps. */
  readonly firstSeq: number;
  /** Epoch milliseconds. */
  readonly startsAt: number;
}

export interface Crossing {
  readonly publish: number;
  readonly device: number;
  readonly rule: AlertRule;
  readonly value: number;
}

/** Coprime to any usual number of devices, so that crossings reach the whole fleet. */
const STRIDE = 617;

/** The due time and the content of each publish. The devices send in turn, at equal intervals. */
export class LoadPlan {
  readonly step: LoadStep;
  readonly publishes: number;
  readonly readings: number;
  /** The crossings, by the number of the publish whose first reading crosses. */
  readonly crossings: ReadonlyMap<number, Crossing>;
  readonly #msPerPublish: number;

  constructor(step: LoadStep) {
    this.step = step;
    this.publishes = Math.floor((step.rate * step.seconds) / step.readingsPerPublish);
    this.readings = this.publishes * step.readingsPerPublish;
    this.#msPerPublish = (1_000 * step.readingsPerPublish) / step.rate;
    this.crossings = this.#planCrossings();
  }

  /** The `firstSeq` of the next step. */
  get nextSeq(): number {
    const { firstSeq, devices, readingsPerPublish } = this.step;
    return firstSeq + Math.ceil(this.publishes / devices) * readingsPerPublish;
  }

  /** Epoch milliseconds with their fraction. */
  dueAt(publish: number): number {
    return this.step.startsAt + publish * this.#msPerPublish;
  }

  /** How many publishes are due at this time. */
  dueBy(now: number): number {
    const due = Math.floor((now - this.step.startsAt) / this.#msPerPublish) + 1;
    return Math.max(0, Math.min(due, this.publishes));
  }

  deviceOf(publish: number): number {
    return publish % this.step.devices;
  }

  seqOf(publish: number, reading = 0): number {
    const { firstSeq, devices, readingsPerPublish } = this.step;
    return firstSeq + Math.floor(publish / devices) * readingsPerPublish + reading;
  }

  /** A publish's last reading carries its sending time; each earlier one is a millisecond older. */
  timestampOf(publish: number, reading = 0): number {
    return Math.floor(this.dueAt(publish)) - (this.step.readingsPerPublish - 1 - reading);
  }

  /** In hundredths. */
  valueOf(publish: number, reading: number, sensor: number): number {
    const crossing = reading === 0 ? this.crossings.get(publish) : undefined;
    if (crossing !== undefined && crossing.rule.sensorId === sensor + 1) return crossing.value;
    return quietValue(this.deviceOf(publish), this.seqOf(publish, reading), sensor);
  }

  /** `seq` and timestamp of each reading of a device, oldest first. */
  *readingsOf(device: number): Generator<{ seq: number; timestamp: number }> {
    for (let publish = device; publish < this.publishes; publish += this.step.devices) {
      for (let reading = 0; reading < this.step.readingsPerPublish; reading++) {
        yield { seq: this.seqOf(publish, reading), timestamp: this.timestampOf(publish, reading) };
      }
    }
  }

  #planCrossings(): Map<number, Crossing> {
    const { crossings } = this.step;
    return crossings === 'all at once' ? this.#crossAllAtOnce() : this.#crossInTurn(crossings);
  }

  #crossAllAtOnce(): Map<number, Crossing> {
    const rule = CROSSING_KINDS.find(({ mails }) => mails)!;
    const crossing = (device: number) => ({
      publish: device,
      device,
      rule,
      value: crossingValue(rule, device),
    });
    return new Map(Array.from({ length: this.step.devices }, (_, device) => [device, crossing(device)]));
  }

  #crossInTurn(crossingsPerSecond: number): Map<number, Crossing> {
    const { rate, seconds, devices, readingsPerPublish } = this.step;
    const planned = new Map<number, Crossing>();
    for (let number = 0; number < crossingsPerSecond * seconds; number++) {
      const device = (number * STRIDE) % devices;
      const earliest = Math.floor((number * rate) / (crossingsPerSecond * readingsPerPublish));
      const publish = earliest + ((device - (earliest % devices) + devices) % devices);
      // The device's next reading is quiet again and clears the alert, so there must be one.
      const clears = readingsPerPublish > 1 ? publish : publish + devices;
      if (
        clears >= this.publishes ||
        planned.has(publish) ||
        planned.has(publish - devices) ||
        planned.has(publish + devices)
      )
        continue;
      const rule = CROSSING_KINDS[number % CROSSING_KINDS.length]!;
      planned.set(publish, { publish, device, rule, value: crossingValue(rule, number) });
    }
    return planned;
  }
}

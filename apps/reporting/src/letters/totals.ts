import type { ReportedEntry, ReportedOccurrence } from '@telemon/contracts/alerting/period-log';
import { ZoneClock } from '@telemon/platform/spreadsheets/zone-clock';
import type { Period } from './period-source.ts';

/** The sums of a device, or of one of its rules, in a period. */
interface Happened {
  /** How often it began in the period. */
  times: number;
  /** How long it lasted within the period, all times together, ms. */
  lastedMs: number;
  /** How many still last. */
  open: number;
}

/** The alerts of a device. */
export interface DeviceTotals extends Happened {
  readonly deviceName: string;
  readonly deviceAlias: string;
  /** Entries that nobody has acknowledged. */
  pending: number;
  /** How often alerts fired on each calendar day of the period. */
  readonly byDay: number[];
}

/** An event. */
export interface EventTotals extends Happened {
  readonly deviceAlias: string;
  readonly deviceName: string;
  readonly rule: string;
}

/** A device that was silent. */
export interface SilenceTotals extends Happened {
  readonly deviceName: string;
  readonly deviceAlias: string;
  /** Arrival of its last reading, while it is silent. */
  since: Date | null;
}

const NOTHING = { times: 0, lastedMs: 0, open: 0 };

/** By what lasts still, then by how often it happened. */
const worstFirst = (one: Happened & { deviceAlias: string }, other: Happened & { deviceAlias: string }) =>
  other.open - one.open || other.times - one.times || one.deviceAlias.localeCompare(other.deviceAlias);

const of = <Totals>(known: Map<string, Totals>, key: string, make: () => Totals): Totals => {
  const found = known.get(key) ?? make();
  known.set(key, found);
  return found;
};

const DAY_MS = 24 * 3_600_000;

/** The calendar days that a period touches. */
class CalendarDays {
  readonly count: number;
  private readonly clock: ZoneClock;
  private readonly first: number;

  constructor({ from, to }: Period, zone: string) {
    this.clock = new ZoneClock(zone);
    this.first = this.numberOf(from.getTime());
    this.count = this.numberOf(to.getTime() - 1) - this.first + 1;
  }

  /** The place of an instant's day among them. */
  placeOf(instant: number): number {
    return this.numberOf(instant) - this.first;
  }

  private numberOf(instant: number): number {
    return Math.floor(this.clock.wallAt(instant).getTime() / DAY_MS);
  }
}

/** The sums of a period, from entries and occurrences that come in any order. */
export class PeriodTotals {
  private readonly days: CalendarDays;
  private readonly byDevice = new Map<string, DeviceTotals>();
  private readonly byEvent = new Map<string, EventTotals>();
  private readonly bySilence = new Map<string, SilenceTotals>();

  /** @param now What lasts still has lasted until then. @param zone That of the calendar days */
  constructor(
    private readonly period: Period,
    private readonly now: number,
    zone: string,
  ) {
    this.days = new CalendarDays(period, zone);
  }

  /** Devices with alerts, the worst first. */
  get devices(): DeviceTotals[] {
    return [...this.byDevice.values()].sort(worstFirst);
  }

  get events(): EventTotals[] {
    return [...this.byEvent.values()].sort(worstFirst);
  }

  get silences(): SilenceTotals[] {
    return [...this.bySilence.values()].sort(worstFirst);
  }

  addEntry({
    cause,
    deviceName,
    deviceAlias,
    triggeredAt,
    clearedAt,
    silentSince,
    status,
  }: ReportedEntry): void {
    if (cause === 'silence') {
      const silence = of(this.bySilence, deviceName, () => ({
        deviceName,
        deviceAlias,
        since: null,
        ...NOTHING,
      }));
      this.add(silence, triggeredAt, clearedAt);
      if (clearedAt === null) silence.since = new Date(silentSince ?? triggeredAt);
      return;
    }
    const device = of(this.byDevice, deviceName, () => ({
      deviceName,
      deviceAlias,
      pending: 0,
      byDay: Array.from({ length: this.days.count }, () => 0),
      ...NOTHING,
    }));
    if (this.add(device, triggeredAt, clearedAt)) device.byDay[this.days.placeOf(Date.parse(triggeredAt))]!++;
    if (status === 'Pending') device.pending++;
  }

  addOccurrence(occurrence: ReportedOccurrence): void {
    const { deviceName, deviceAlias, occurredAt, endedAt } = occurrence;
    const rule = ruleOf(occurrence);
    const event = of(this.byEvent, JSON.stringify([deviceName, rule]), () => ({
      deviceName,
      deviceAlias,
      rule,
      ...NOTHING,
    }));
    this.add(event, occurredAt, endedAt);
  }

  /** @returns whether it began in the period */
  private add(happened: Happened, began: string, ended: string | null): boolean {
    const [from, to] = [this.period.from.getTime(), this.period.to.getTime()];
    const [begin, end] = [Date.parse(began), ended === null ? this.now : Date.parse(ended)];
    const beganWithin = begin >= from && begin < to;
    if (beganWithin) happened.times++;
    happened.lastedMs += Math.max(0, Math.min(end, to) - Math.max(begin, from));
    if (ended === null) happened.open++;
    return beganWithin;
  }
}

/** An event in words: 'Temperature above 8'. Values other than the current one are named. */
export const ruleOf = ({ sensorName, valueType, eventType, setPoint }: ReportedOccurrence): string => {
  const value = valueType === 'Current' ? sensorName : `${sensorName} (${valueType.toLowerCase()})`;
  return `${value} ${eventType.toLowerCase()} ${setPoint}`;
};

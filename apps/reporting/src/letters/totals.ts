import { Severity, USUAL_SEVERITY } from '@telemon/contracts/alerting/alerts';
import type { ReportedEntry, ReportedOccurrence } from '@telemon/contracts/alerting/period-log';
import { STANDS, periodInWords, ruleSentence } from '@telemon/contracts/alerting/rule-words';
import { DAY_MS } from '@telemon/contracts/durations';
import { ZoneClock } from '@telemon/platform/spreadsheets/zone-clock';
import type { Period } from './period-source.ts';
import { TimeSpans } from './time-spans.ts';

/** The sums of an alert, an event or the silences of a device in a period. */
interface Happened {
  readonly deviceName: string;
  readonly deviceAlias: string;
  /** How many of its entries or occurrences began in the period. */
  times: number;
  /** The times within the period in which it lasted. */
  readonly lasted: TimeSpans;
  /** How many entries or occurrences still last. */
  open: number;
}

/** The firings of one device by one rule with one severity. */
export interface AlertTotals extends Happened {
  readonly rule: string;
  readonly severity: Severity;
  /** Entries that are not acknowledged. */
  pending: number;
  /** How often it fired on each calendar day of the period. */
  readonly byDay: number[];
}

/** An event. */
interface EventTotals extends Happened {
  readonly rule: string;
}

/** A device that was silent. */
interface SilenceTotals extends Happened {
  /** Arrival of its last reading, while it is silent. */
  since: Date | null;
}

const nothingOf = ({ deviceName, deviceAlias }: { deviceName: string; deviceAlias: string }) => ({
  deviceName,
  deviceAlias,
  times: 0,
  lasted: new TimeSpans(),
  open: 0,
});

/** Sorts rows with open entries first, then by how often they began. */
const worstFirst = (one: Happened, other: Happened) =>
  other.open - one.open || other.times - one.times || one.deviceAlias.localeCompare(other.deviceAlias);

const URGENCY = Severity.options;
const mostUrgentFirst = (one: AlertTotals, other: AlertTotals) =>
  URGENCY.indexOf(one.severity) - URGENCY.indexOf(other.severity) || worstFirst(one, other);

const of = <Totals>(known: Map<string, Totals>, key: string, make: () => Totals): Totals => {
  const found = known.get(key) ?? make();
  known.set(key, found);
  return found;
};

/** The calendar days that a period touches. */
class CalendarDays {
  /** Midnight UTC of each. */
  readonly dates: readonly Date[];
  private readonly clock: ZoneClock;
  private readonly first: number;

  constructor({ from, to }: Period, zone: string) {
    this.clock = new ZoneClock(zone);
    this.first = this.numberOf(from.getTime());
    const count = this.numberOf(to.getTime() - 1) - this.first + 1;
    this.dates = Array.from({ length: count }, (_, place) => new Date((this.first + place) * DAY_MS));
  }

  /** The place of an instant's day among these days. */
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
  private readonly byAlert = new Map<string, AlertTotals>();
  private readonly byEvent = new Map<string, EventTotals>();
  private readonly bySilence = new Map<string, SilenceTotals>();

  /** @param now Open entries count as lasting until then: epoch ms. @param zone The time zone of the calendar days */
  constructor(
    private readonly period: Period,
    readonly now: number,
    zone: string,
  ) {
    this.days = new CalendarDays(period, zone);
  }

  /** The calendar days of `byDay`: midnight UTC of each date. */
  get dates(): readonly Date[] {
    return this.days.dates;
  }

  /** The most severe first; among equals, open ones and then frequent ones. */
  get alerts(): AlertTotals[] {
    return [...this.byAlert.values()].sort(mostUrgentFirst);
  }

  get events(): EventTotals[] {
    return [...this.byEvent.values()].sort(worstFirst);
  }

  get silences(): SilenceTotals[] {
    return [...this.bySilence.values()].sort(worstFirst);
  }

  addEntry(entry: ReportedEntry): void {
    if (entry.cause === 'silence') return this.addSilence(entry);
    const { deviceName, triggeredAt, clearedAt, status } = entry;
    const rule = ruleOfAlert(entry);
    const severity = entry.severity ?? USUAL_SEVERITY;
    const alert = of(this.byAlert, JSON.stringify([deviceName, rule, severity]), () => ({
      ...nothingOf(entry),
      rule,
      severity,
      pending: 0,
      byDay: this.dates.map(() => 0),
    }));
    if (this.add(alert, triggeredAt, clearedAt)) alert.byDay[this.days.placeOf(Date.parse(triggeredAt))]!++;
    if (status === 'Pending') alert.pending++;
  }

  addOccurrence(occurrence: ReportedOccurrence): void {
    const rule = ruleOfEvent(occurrence);
    const event = of(this.byEvent, JSON.stringify([occurrence.deviceName, rule]), () => ({
      ...nothingOf(occurrence),
      rule,
    }));
    this.add(event, occurrence.occurredAt, occurrence.endedAt);
  }

  /** A silence lasts since the last reading, not only since the device counts as silent. */
  private addSilence(entry: ReportedEntry): void {
    const { deviceName, triggeredAt, clearedAt, silentSince } = entry;
    const silence = of(this.bySilence, deviceName, () => ({ ...nothingOf(entry), since: null }));
    const since = silentSince ?? triggeredAt;
    this.add(silence, triggeredAt, clearedAt, since);
    if (clearedAt === null) silence.since = new Date(since);
  }

  /** @returns whether it began in the period */
  private add(happened: Happened, began: string, ended: string | null, lastsSince = began): boolean {
    const [from, to] = [this.period.from.getTime(), this.period.to.getTime()];
    const begin = Date.parse(began);
    const beganWithin = begin >= from && begin < to;
    if (beganWithin) happened.times++;
    const end = ended === null ? this.now : Date.parse(ended);
    happened.lasted.add(Math.max(Date.parse(lastsSince), from), Math.min(end, to));
    if (ended === null) happened.open++;
    return beganWithin;
  }
}

/** 'Temperature above 8 °C', 'Temperature outside 2 to 8 °C', 'Flow below 30 l/min for 6 hours'. */
const ruleOfAlert = ({ sensorName, valueType, alertType, criteria }: ReportedEntry): string => {
  const values = [...(criteria?.values ?? [])].sort((one, other) => one - other);
  const rule = ruleSentence(
    { sensorName: sensorName ?? '', valueType: valueType ?? 'Current' },
    alertType === null ? '' : STANDS[alertType],
    values.join(' to '),
  );
  return criteria?.timePeriod == null ? rule : `${rule} for ${periodInWords(criteria.timePeriod)}`;
};

/** 'Temperature above 8 °C'. */
const ruleOfEvent = (event: ReportedOccurrence): string =>
  ruleSentence(event, event.eventType.toLowerCase(), String(event.setPoint));

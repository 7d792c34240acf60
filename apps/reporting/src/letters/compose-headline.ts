import { counted, inDigits } from './compose-numbers.ts';
import type { PeriodTotals } from './totals.ts';

/** The content of a report, and which of the two logs it is about. */
export interface ReportContent {
  readonly totals: PeriodTotals;
  readonly ofAlerts: boolean;
  readonly ofEvents: boolean;
}

/**
 * A report in short phrases. The present state comes first, so that the report doesn't seem calm while an alert fires; then come the alerts
 * and events that began in the period.
 */
export const headlineOf = ({ totals, ofAlerts, ofEvents }: ReportContent): string[] => [
  ...(ofAlerts ? presentAlerts(totals) : []),
  ...(ofEvents ? presentEvents(totals) : []),
  ...(ofAlerts ? pastAlerts(totals) : []),
  ...(ofEvents ? pastEvents(totals) : []),
];

const sumOf = <Row>(rows: readonly Row[], numberOf: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + numberOf(row), 0);

/** A phrase, unless its count is 0. */
const unlessNone = (count: number, phrase: string): string[] => (count === 0 ? [] : [phrase]);

const openOf = ({ open }: { open: number }) => open;
const timesOf = ({ times }: { times: number }) => times;
const silentNow = ({ silences }: PeriodTotals) => silences.filter(({ open }) => open > 0).length;

const presentAlerts = (totals: PeriodTotals): string[] => {
  const firing = sumOf(totals.alerts, openOf);
  const critical = sumOf(totals.alerts, ({ severity, open }) => (severity === 'critical' ? open : 0));
  const silent = silentNow(totals);
  const inWords =
    critical === firing
      ? `${counted(firing, 'critical alert', 'critical alerts')} firing now`
      : `${counted(firing, 'alert', 'alerts')} firing now${critical > 0 ? ` (${inDigits(critical)} critical)` : ''}`;
  return [
    ...unlessNone(firing, inWords),
    ...unlessNone(silent, `${counted(silent, 'device', 'devices')} silent now`),
  ];
};

const presentEvents = ({ events }: PeriodTotals): string[] => {
  const occurring = sumOf(events, openOf);
  return unlessNone(occurring, `${counted(occurring, 'event', 'events')} occurring now`);
};

const pastAlerts = (totals: PeriodTotals): string[] => {
  const { alerts, silences } = totals;
  const begun = alerts.filter(({ times }) => times > 0);
  const fired = sumOf(begun, timesOf);
  const devices = new Set(begun.map(({ deviceName }) => deviceName)).size;
  const pending = sumOf(alerts, (alert) => alert.pending);
  const none = alerts.length > 0 ? 'no new alerts' : 'no alerts';
  return [
    fired === 0
      ? none
      : `${counted(fired, 'alert', 'alerts')} fired on ${counted(devices, 'device', 'devices')}`,
    ...unlessNone(pending, `${inDigits(pending)} not acknowledged`),
    ...(silentNow(totals) === 0
      ? unlessNone(silences.length, `${counted(silences.length, 'device was', 'devices were')} silent`)
      : []),
  ];
};

const pastEvents = ({ events }: PeriodTotals): string[] => {
  const begun = sumOf(events, timesOf);
  if (begun > 0) return [counted(begun, 'event', 'events')];
  if (events.length === 0) return ['no events'];
  return events.some(({ open }) => open > 0) ? [] : ['no new events'];
};

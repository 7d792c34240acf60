import { DAY_MS, HOUR_MS, MINUTE_MS } from '@telemon/contracts/durations';

export type Span = [number, number];

const NICE = [1, 2, 2.5, 5, 10];

/** A step of 1, 2, 2.5 or 5 times a power of ten that divides a span into about `count` parts. */
export const niceStep = (span: number, count: number): number => {
  const raw = span / count;
  const power = 10 ** Math.floor(Math.log10(raw));
  return NICE.find((nice) => nice * power >= raw - 1e-12)! * power;
};

/** How far outside the line's range a set point may be to be shown, as a multiple of the range. */
const REACH = 1.25;

/** The set points near the range; distant ones would flatten the line. */
export const nearSetPoints = ([low, high]: Span, setPoints: readonly number[]): number[] => {
  const reach = Math.max(high - low, Math.abs(high) * 0.05, 0.5) * REACH;
  return setPoints.filter((value) => value >= low - reach && value <= high + reach);
};

/** Extends the range to set points near it. */
export const withSetPoints = ([low, high]: Span, setPoints: readonly number[]): Span => {
  const near = nearSetPoints([low, high], setPoints);
  return [Math.min(low, ...near), Math.max(high, ...near)];
};

const TICKS = 6;

const rounded = ([low, high]: Span): Span => {
  const span = high - low || Math.max(Math.abs(high) * 0.1, 1);
  const step = niceStep(span, TICKS);
  return [
    Number((Math.floor((low - span * 0.06) / step) * step).toPrecision(12)),
    Number((Math.ceil((high + span * 0.06) / step) * step).toPrecision(12)),
  ];
};

/**
 * The span of the value axis. It stays while the values fit and use more than half of it, so that a new value does not make the
 * chart jump.
 */
export const breathe = (before: Span | null, extent: Span): Span => {
  if (before !== null) {
    const [low, high] = before;
    const fits = extent[0] >= low && extent[1] <= high;
    const used = (extent[1] - extent[0]) / (high - low);
    if (fits && (used > 0.5 || extent[0] === extent[1])) return before;
  }
  return rounded(extent);
};

export const valueTicks = ([low, high]: Span): number[] => {
  const step = niceStep(high - low, TICKS);
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  );
};

const DIGIT_PX = 7.8;
const POINT_PX = 3.6;
/** Padding between labels and plot, and at the panel's edge. */
const BESIDE_LABELS_PX = 14;
const LEAST_ROOM_PX = 36;

/** The width of the value axis that fits its labels. */
export const labelRoom = (labels: readonly string[]): number => {
  const widths = labels.map((label) =>
    [...label].reduce((sum, letter) => sum + (/[.,'\s]/.test(letter) ? POINT_PX : DIGIT_PX), 0),
  );
  return Math.max(LEAST_ROOM_PX, Math.ceil(Math.max(0, ...widths)) + BESIDE_LABELS_PX);
};

const TIME_STEPS = [
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 3, 4, 6, 12].map((hours) => hours * HOUR_MS),
  ...[1, 2, 5, 7, 10, 15].map((days) => days * DAY_MS),
];

/** The width of a label such as "12:00 PM" with a gap. */
const TIME_TICK_PX = 76;
const MOST_TIME_TICKS = 8;

/** The number of time labels that fit. */
export const ticksThatFit = (axisPx: number): number =>
  Math.max(2, Math.min(MOST_TIME_TICKS, Math.floor(axisPx / TIME_TICK_PX)));

/** Round local times that divide the time axis into at most `most` steps. */
export const timeTicks = ([from, to]: Span, most: number): number[] => {
  const step = TIME_STEPS.find((one) => (to - from) / one <= most) ?? TIME_STEPS.at(-1)!;
  const ticks: number[] = [];
  // In local time, so that a tick stays at 06:00 after a change to summer time.
  const start = new Date(from);
  start.setHours(0, 0, 0, 0);
  for (let days = 0; ; days += Math.max(1, step / DAY_MS)) {
    const day = new Date(start);
    day.setDate(start.getDate() + days);
    if (day.getTime() > to) return ticks;
    const within =
      step >= DAY_MS ? [0] : Array.from({ length: Math.floor(DAY_MS / step) }, (_, index) => index * step);
    for (const offset of within) {
      const tick = new Date(day);
      tick.setHours(0, 0, 0, offset);
      // Of an hour that the clocks leave out, the tick would be that of the next one.
      const after = ticks.at(-1) ?? from - 1;
      if (tick.getTime() > after && tick.getTime() <= to) ticks.push(tick.getTime());
    }
  }
};

/** Whether the ticks are days rather than times of day. */
export const ticksAreDays = (ticks: readonly number[]): boolean =>
  ticks.length > 1 && ticks[1]! - ticks[0]! >= DAY_MS - HOUR_MS;

/** As documented: thin for more than a hundred points. */
export const lineWidth = (points: number): number => (points > 100 ? 2 : 4);

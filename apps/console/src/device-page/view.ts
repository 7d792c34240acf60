import { DAY_MS } from '@telemon/contracts/durations';
import type { Span } from '../chart/axes.ts';
import { LONGEST_RANGE_DAYS } from '@telemon/contracts/devices/dashboards';
import { askedOfRange, quickRange, readRange, type Range } from './range.ts';

/** The shortest part of a chart, ms. */
export const LEAST_ZOOM_MS = 60_000;
/** The longest part, ms: requests may be longer only for whole days. */
export const LONGEST_ZOOM_MS = LONGEST_RANGE_DAYS * DAY_MS;

/** The series that the legend can hide. */
const PARTS = ['current', 'band', 'average', 'setPoint', 'firing', 'rain'] as const;
export type Part = (typeof PARTS)[number];

/** The view of the device's page, from its address. */
export interface View {
  /** '1' to '4'. */
  sensor: string;
  /** Further sensors in the chart. */
  also: readonly string[];
  range: Range;
  /** A part of the range, or null for all of it. */
  zoom: Span | null;
  hidden: readonly Part[];
  asTable: boolean;
}

const SENSOR = /^[1-4]$/;
const listed = (search: URLSearchParams, name: string) => (search.get(name) ?? '').split(',');
const isoOf = (instant: number) => new Date(instant).toISOString();

/** An ISO 8601 interval; null where it can't be read, or is too short, too long or in the future. */
const readZoom = (text: string | null, now: number): Span | null => {
  const [from = Number.NaN, to = Number.NaN] = (text ?? '').split('/').map((end) => Date.parse(end));
  const length = to - from;
  return length >= LEAST_ZOOM_MS && length <= LONGEST_ZOOM_MS && from <= now ? [from, to] : null;
};

/** The view in an address; without parameters it is the first sensor's today. */
export const readView = (search: URLSearchParams, now: number): View => {
  const asked = search.get('sensor') ?? '';
  const sensor = SENSOR.test(asked) ? asked : '1';
  return {
    sensor,
    also: [...new Set(listed(search, 'with'))].filter((one) => SENSOR.test(one) && one !== sensor),
    range: readRange(search, now),
    zoom: readZoom(search.get('zoom'), now),
    hidden: PARTS.filter((part) => listed(search, 'hide').includes(part)),
    asTable: search.get('as') === 'table',
  };
};

/** The address's parameters with another view. Today is left out. */
export const searchOf = (
  before: URLSearchParams,
  { sensor, also, range, zoom, hidden, asTable }: View,
  now: number,
): URLSearchParams => {
  const next = new URLSearchParams(before);
  const put = (name: string, value: string | false | undefined) =>
    value ? next.set(name, value) : next.delete(name);
  const usual = quickRange('today', now);
  const isUsual = range.from === usual.from && range.to === usual.to;
  const isNamed = range.last === undefined && !isUsual;
  put('sensor', sensor !== '1' && sensor);
  put('with', also.filter((one) => one !== sensor).join());
  put('from', isNamed && range.from);
  put('to', isNamed && range.to);
  put('last', range.last);
  put('zoom', zoom !== null && zoom.map(isoOf).join('/'));
  put('hide', hidden.join());
  put('as', asTable && 'table');
  return next;
};

/** The dates of requests: those of the zoom, or else of the range. */
export const askedOf = ({ range, zoom }: Pick<View, 'range' | 'zoom'>) =>
  zoom === null ? askedOfRange(range) : { fromDate: isoOf(zoom[0]), toDate: isoOf(zoom[1]) };

/**
 * The parameters that open exactly what is shown now, also later and in another time zone: of a range that moves on, the part of it
 * that is shown.
 */
export const pinned = (before: URLSearchParams, view: View, shown: Span, now: number): URLSearchParams => {
  const { fromDate, toDate } = askedOfRange(view.range);
  const zoom = view.range.last ? shown : view.zoom;
  return searchOf(before, { ...view, range: { from: fromDate, to: toDate }, zoom }, now);
};

import type { DeviceDashboard, GraphData, Intelligence } from '@telemon/contracts/devices/dashboards';
import type { Reading } from '@telemon/contracts/readings';
import { useMemo } from 'react';
import type { Span } from '../chart/axes.ts';
import { nameAndUnit } from '../texts/units.ts';
import type { Curve } from './chart/curve.ts';
import { pointOf, pointsOf, withNewer } from './chart/points.ts';
import { includesNow } from './range.ts';
import { useGraphs, type Standing } from './use-device-page.ts';

/** Caches the points of a response. */
const known = new WeakMap<GraphData, Curve['points']>();
const pointsIn = (graph: GraphData) => {
  const points = known.get(graph) ?? pointsOf(graph);
  known.set(graph, points);
  return points;
};

/** For a part whose detail is missing. */
const UNKNOWN: Intelligence = {
  events: { highest: null, lowest: null },
  summary: { minimum: null, maximum: null, average: null },
};
const MOST_CURVES = 4;
const NONE: readonly Reading[] = [];

interface Curves {
  /** The chosen sensor's curve, then those of further sensors. */
  curves: Curve[];
  /** The intelligence of the chosen sensor in the visible part; undefined while it loads. */
  intelligence: Intelligence | undefined;
  /** The error of a part that could not be loaded. */
  error: Error | null;
}

const curveOf = (
  sensor: string,
  { sensorTypes }: DeviceDashboard,
  graph: GraphData | undefined,
  coarse: GraphData | undefined,
  fresh: readonly Reading[],
  [from, to]: Span,
): Curve => {
  const sensorName = sensorTypes.find(({ option }) => option === sensor)?.sensorName ?? '';
  const whole = coarse ? pointsIn(coarse) : [];
  const answered = graph ? pointsIn(graph) : whole.filter(({ time }) => time >= from && time <= to);
  return {
    sensor,
    sensorName,
    ...nameAndUnit(sensorName),
    points: withNewer(
      answered,
      fresh.map((reading) => pointOf(reading, Number(sensor))),
      [from, to],
    ),
    readings: (graph ?? coarse)?.readings ?? 0,
  };
};

/**
 * The curves to draw: for a part of the range, the points of the whole until its detail has come; and the readings that came since.
 * @param span The part of the time axis.
 */
export const useCurves = (
  { page, data }: Standing,
  also: readonly string[],
  fresh: readonly Reading[],
  span: Span,
): Curves => {
  const { sensor, range, zoom } = page;
  const over = also.filter((one) => one !== sensor && data.sensorTypes.some(({ option }) => option === one));
  const whole = useGraphs({ ...page, zoom: null }, over);
  const detail = useGraphs(page, zoom === null ? [] : [sensor, ...over]);
  const graphs = [data, ...whole.map((one) => one.data)].map((answer) => answer?.graphData);
  const details = detail.map((one) => one.data?.graphData);
  const taken = includesNow(range, Date.now()) ? fresh : NONE;
  // Always four, as React wants the same number of things to compare.
  const places = Array.from({ length: MOST_CURVES }, (_, place) => place);
  const curves = useMemo(
    () =>
      [sensor, ...over].map((one, place) =>
        curveOf(one, data, zoom === null ? graphs[place] : details[place], graphs[place], taken, span),
      ),
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [data, over.join(), taken, span, zoom, ...places.flatMap((place) => [graphs[place], details[place]])],
  );
  return {
    curves,
    intelligence:
      zoom === null
        ? data.intelligence
        : (detail[0]?.data?.intelligence ?? (detail[0]?.error ? UNKNOWN : undefined)),
    error: [...whole, ...detail].find((one) => one.error !== null)?.error ?? null,
  };
};

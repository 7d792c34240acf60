import { useMemo, useRef } from 'react';
import { breathe, labelRoom, nearSetPoints, valueTicks, withSetPoints, type Span } from '../../chart/axes.ts';
import { tickFormat } from '../../texts/numbers.ts';
import { colourOf, type Curve } from './curve.ts';
import { extentOf } from './points.ts';

/** A value axis: sensors of one type share one. */
export interface Scale {
  /** The name of the sensor type. */
  id: string;
  unit: string;
  colour: string;
  span: Span;
  ticks: number[];
  label: (tick: number) => string;
  /** The width of its labels. */
  px: number;
}

const extentOfAll = (curves: readonly Curve[]): Span => {
  const extents = curves.map(({ points }) => extentOf(points)).filter((extent) => extent !== null);
  if (extents.length === 0) return [0, 1];
  return [Math.min(...extents.map(([low]) => low)), Math.max(...extents.map(([, high]) => high))];
};

/** Whether a set point of the chosen sensor, the first curve's, has a place on its axis. */
export const hasSetPointInView = (curves: readonly Curve[], setPoints: readonly number[]): boolean => {
  const ofScale = curves.filter(({ sensorName }) => sensorName === curves[0]!.sensorName);
  return nearSetPoints(extentOfAll(ofScale), setPoints).length > 0;
};

/** The value axes of some curves, the chosen sensor's first. They stay while everything fits and the time axis begins alike. */
export const useScales = (curves: readonly Curve[], setPoints: readonly number[], from: number): Scale[] => {
  const before = useRef({ from, spans: new Map<string, Span>() });
  return useMemo(() => {
    const spans = before.current.from === from ? before.current.spans : new Map<string, Span>();
    before.current = { from, spans };
    return [...Map.groupBy(curves, ({ sensorName }) => sensorName)].map(([id, ofScale], place) => {
      const extent = extentOfAll(ofScale);
      const span = breathe(spans.get(id) ?? null, place === 0 ? withSetPoints(extent, setPoints) : extent);
      spans.set(id, span);
      const ticks = valueTicks(span);
      const label = tickFormat(ticks);
      const first = ofScale[0]!;
      const isShared = ofScale.length > 1 || curves.length === 1;
      return {
        id,
        unit: first.unit,
        colour: isShared ? 'var(--text-faint)' : colourOf(curves.indexOf(first)),
        span,
        ticks,
        label,
        px: labelRoom(ticks.map(label)),
      };
    });
  }, [curves, setPoints, from]);
};

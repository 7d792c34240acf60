import type { Span } from '../../chart/axes.ts';
import { LEAST_ZOOM_MS, LONGEST_ZOOM_MS } from '../view.ts';

/** Moves a part into the whole; null if it covers the whole. Of a part that is too long for a request, it keeps the end. */
export const within = ([from, to]: Span, whole: Span): Span | null => {
  const wanted = Math.max(to - from, LEAST_ZOOM_MS);
  if (wanted >= whole[1] - whole[0]) return null;
  const length = Math.min(wanted, LONGEST_ZOOM_MS);
  const latest = whole[1] - length;
  const start = Math.round(Math.min(Math.max(from + wanted - length, whole[0]), latest));
  return [start, start + Math.round(length)];
};

/** The part made `factor` times as long, around an instant that keeps its place. */
export const scaled = ([from, to]: Span, factor: number, around = (from + to) / 2): Span => [
  around - (around - from) * factor,
  around + (to - around) * factor,
];

/** The same within the whole. A part that grows too long for a request becomes the whole: null. */
export const zoomed = (span: Span, factor: number, whole: Span, around?: number): Span | null => {
  const next = scaled(span, factor, around);
  return factor > 1 && next[1] - next[0] > LONGEST_ZOOM_MS ? null : within(next, whole);
};

/** The part moved by `lengths` times its own length. */
const moved = ([from, to]: Span, lengths: number): Span => {
  const by = (to - from) * lengths;
  return [from + by, to + by];
};

export type Step = 'closer' | 'farther' | 'earlier' | 'later' | 'whole';

/** The part that is shown after a step; null for the whole. */
export const stepped = (span: Span, step: Step, whole: Span): Span | null => {
  if (step === 'whole') return null;
  if (step === 'closer') return zoomed(span, 0.5, whole);
  if (step === 'farther') return zoomed(span, 2, whole);
  return within(moved(span, step === 'earlier' ? -0.5 : 0.5), whole);
};

const STEP_OF_KEY: Record<string, Step> = {
  '+': 'closer',
  '=': 'closer',
  '-': 'farther',
  '0': 'whole',
  Escape: 'whole',
};

/** The effect of a key on the chart; null where it has none. Without Shift, the arrows go from point to point. */
export const stepOfKey = ({ key, shiftKey }: { key: string; shiftKey: boolean }): Step | null => {
  if (shiftKey && key === 'ArrowLeft') return 'earlier';
  if (shiftKey && key === 'ArrowRight') return 'later';
  return STEP_OF_KEY[key] ?? null;
};

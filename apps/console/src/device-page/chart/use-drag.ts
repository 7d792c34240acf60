import { useState } from 'react';
import type { Span } from '../../chart/axes.ts';

const LEAST_ZOOM_MS = 60_000;

interface Under {
  activeLabel?: string | number | undefined;
}

const at = ({ activeLabel }: Under) => (activeLabel === undefined ? null : Number(activeLabel));

/** A stretch of time taken with the pointer. */
export const useDrag = (onZoom: (span: Span) => void) => {
  const [drag, setDrag] = useState<Span | null>(null);
  return {
    drag,
    onMouseDown: (state: Under) => {
      const time = at(state);
      if (time !== null) setDrag([time, time]);
    },
    onMouseMove: (state: Under) => {
      const time = at(state);
      if (drag !== null && time !== null) setDrag([drag[0], time]);
    },
    onMouseUp: () => {
      if (drag === null) return;
      const [from, to] = [Math.min(...drag), Math.max(...drag)];
      setDrag(null);
      if (to - from >= LEAST_ZOOM_MS) onZoom([from, to]);
    },
    onMouseLeave: () => setDrag(null),
  };
};

import { useEffect, useEffectEvent, useRef, useState, type PointerEvent, type RefObject } from 'react';
import type { Span } from '../../chart/axes.ts';
import { within, zoomed } from './zoom.ts';

/** The pause after the last turn of the wheel before the detail is requested. */
const SETTLE_MS = 250;
/** A shorter drag is a click. */
const LEAST_DRAG_PX = 6;

interface Plot {
  frame: RefObject<HTMLElement | null>;
  /** Where the time axis begins in the frame, and how long it is. */
  left: number;
  px: number;
  span: Span;
  whole: Span;
  /** Shows a part during a drag or a turn of the wheel; null for none. */
  onMove: (span: Span | null) => void;
  onZoom: (span: Span | null) => void;
}

/** Dragging zooms into a part, with Shift it moves the part, as a sideways wheel does; Ctrl and the wheel zoom. */
export const usePointerZoom = ({ frame, left, px, span, whole, onMove, onZoom }: Plot) => {
  const [drag, setDrag] = useState<Span | null>(null);
  const held = useRef<{ x: number; span: Span; pans: boolean } | null>(null);
  const latest = useRef<Span | null>(null);
  const settle = useRef<ReturnType<typeof setTimeout>>(undefined);
  const msPerPx = (span[1] - span[0]) / Math.max(px, 1);
  const timeAt = (clientX: number) => {
    const x = clientX - frame.current!.getBoundingClientRect().left - left;
    return span[0] + Math.min(Math.max(x, 0), px) * msPerPx;
  };
  const show = (next: Span | null) => {
    latest.current = next;
    onMove(next ?? whole);
  };

  const turn = useEffectEvent((event: WheelEvent) => {
    const isZoom = event.ctrlKey || event.metaKey;
    const isPan = !isZoom && Math.abs(event.deltaX) > Math.abs(event.deltaY);
    if (!isZoom && !isPan) return;
    event.preventDefault();
    const by = event.deltaX * msPerPx;
    show(
      isZoom
        ? zoomed(span, 1.002 ** event.deltaY, whole, timeAt(event.clientX))
        : within([span[0] + by, span[1] + by], whole),
    );
    clearTimeout(settle.current);
    settle.current = setTimeout(() => onZoom(latest.current), SETTLE_MS);
  });
  useEffect(() => {
    const { current } = frame;
    // React's own listener could not keep the page from scrolling.
    current?.addEventListener('wheel', turn, { passive: false });
    return () => {
      current?.removeEventListener('wheel', turn);
      clearTimeout(settle.current);
    };
  }, [frame]);

  const end = () => {
    held.current = null;
    setDrag(null);
  };
  return {
    drag,
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      held.current = { x: event.clientX, span, pans: event.shiftKey };
      latest.current = null;
    },
    onPointerMove: (event: PointerEvent) => {
      // The button was released outside the chart, before the drag began.
      if (event.buttons === 0) held.current = null;
      const { current } = held;
      if (current === null || Math.abs(event.clientX - current.x) < LEAST_DRAG_PX) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      if (!current.pans) {
        setDrag([timeAt(current.x), timeAt(event.clientX)]);
        return;
      }
      const by = (current.x - event.clientX) * msPerPx;
      show(within([current.span[0] + by, current.span[1] + by], whole));
    },
    onPointerUp: () => {
      if (drag !== null) onZoom(within([Math.min(...drag), Math.max(...drag)], whole));
      else if (latest.current !== null) onZoom(latest.current);
      end();
    },
    onPointerCancel: () => {
      onMove(null);
      end();
    },
  };
};

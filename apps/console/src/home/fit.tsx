import { useEffect, useRef } from 'react';
import { useMap } from 'react-leaflet';
import { fitOptions } from '../map/base-map.tsx';
import type { Pinned } from '../map/pinned.ts';
import { boundsOf } from '../map/pins.tsx';

/**
 * Fits the map to the places when they change and some are out of view. After the user has moved the map, it no longer follows
 * changes until the user changes the selection.
 */
export const Fit = ({ places, chosen }: { places: readonly Pinned[]; chosen: string }) => {
  const map = useMap();
  const latest = useRef(places);
  latest.current = places;
  const names = places.map(({ key }) => key).join();
  const fitted = useRef(names);
  const hasUserMoved = useRef(false);
  useEffect(() => {
    hasUserMoved.current = false;
  }, [chosen]);
  useEffect(() => {
    const onInput = () => {
      hasUserMoved.current = true;
    };
    const frame = map.getContainer();
    // Ignores moves by the map itself.
    const inputs = ['wheel', 'pointerdown', 'keydown'] as const;
    for (const input of inputs) frame.addEventListener(input, onInput, { passive: true });
    return () => {
      for (const input of inputs) frame.removeEventListener(input, onInput);
    };
  }, [map]);
  useEffect(() => {
    if (fitted.current === names || latest.current.length === 0 || hasUserMoved.current) return;
    fitted.current = names;
    const bounds = boundsOf(latest.current);
    if (!map.getBounds().contains(bounds)) map.fitBounds(bounds, fitOptions());
  }, [map, names, chosen]);
  return null;
};

import L from 'leaflet';
import { useEffect } from 'react';
import { useMap } from 'react-leaflet';

/** What every map has: zoom buttons, Escape for what is open, and its size after that of the page around it. */
export const MapControls = ({ scale }: { scale?: boolean }) => {
  const map = useMap();
  useEffect(() => {
    const controls: L.Control[] = [L.control.zoom({ position: 'topright' })];
    if (scale) controls.push(L.control.scale({ position: 'bottomleft' }));
    for (const control of controls) control.addTo(map);
    // Leaflet hears Escape only while the map itself has the focus, not a pin or what it has opened.
    const closeOnEscape = ({ originalEvent }: L.LeafletKeyboardEvent) => {
      if (originalEvent.key !== 'Escape' || !map.getPane('popupPane')?.hasChildNodes()) return;
      map.closePopup();
      // A dialog around the map stays: what was opened last is closed first.
      originalEvent.stopPropagation();
    };
    map.on('keydown', closeOnEscape);
    // The page around a map changes its width without the window doing so.
    const observer = new ResizeObserver(() => map.invalidateSize({ pan: false }));
    observer.observe(map.getContainer());
    return () => {
      observer.disconnect();
      map.off('keydown', closeOnEscape);
      for (const control of controls) control.remove();
    };
  }, [map, scale]);
  return null;
};

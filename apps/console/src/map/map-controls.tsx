import L from 'leaflet';
import { useEffect } from 'react';
import { useMap } from 'react-leaflet';

/** The controls of every map: zoom buttons, Escape to close a popup, and resizing with its container. */
export const MapControls = ({ scale }: { scale?: boolean }) => {
  const map = useMap();
  useEffect(() => {
    const controls: L.Control[] = [L.control.zoom({ position: 'topright' })];
    if (scale) controls.push(L.control.scale({ position: 'bottomleft' }));
    for (const control of controls) control.addTo(map);
    // Leaflet handles Escape only while the map itself has the focus, not a pin or a popup.
    const closeOnEscape = ({ originalEvent }: L.LeafletKeyboardEvent) => {
      if (originalEvent.key !== 'Escape' || !map.getPane('popupPane')?.hasChildNodes()) return;
      map.closePopup();
      // Closes only the popup, not a dialog around the map.
      originalEvent.stopPropagation();
    };
    map.on('keydown', closeOnEscape);
    // The container's width can change without a resize of the window.
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

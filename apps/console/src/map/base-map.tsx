import L, { type LatLngBounds } from 'leaflet';
import 'leaflet/dist/leaflet.css';
import { useEffect, useSyncExternalStore, type ReactNode } from 'react';
import { MapContainer, useMap } from 'react-leaflet';
import { TOKENS, subscribeToTheme, themeMode } from '../theme.ts';
import { MapControls } from './map-controls.tsx';
import { outsideTiles } from './outside-tiles.ts';
import { Coordinates } from './world/coordinates.ts';
import { LabelLayer } from './world/label-layer.ts';
import { WorldLayer } from './world/world-layer.ts';
import './base-map.css';

export const DEEPEST_ZOOM = 18;
const SHALLOWEST_ZOOM = 2;
/** The first view is no closer: with tiles than a city, without them than the built-in map has something to show. */
const CLOSEST_ZOOM = { tiles: 13, builtIn: 8 };

const closestZoom = () => CLOSEST_ZOOM[outsideTiles() === null ? 'builtIn' : 'tiles'];

/** Room around the places that are fitted into the view. */
export const fitOptions = () => ({
  padding: [56, 56] as [number, number],
  maxZoom: closestZoom(),
  animate: false,
});

const BaseLayer = () => {
  const map = useMap();
  const mode = useSyncExternalStore(subscribeToTheme, themeMode);
  useEffect(() => {
    const tiles = outsideTiles();
    const tokens = TOKENS[mode];
    const layers: (L.Layer | L.Control)[] = tiles
      ? [L.tileLayer(tiles.address, { attribution: tiles.attribution, maxZoom: DEEPEST_ZOOM })]
      : [new WorldLayer(tokens), new LabelLayer(tokens), new Coordinates({ position: 'bottomleft' })];
    map.attributionControl.setPrefix(false);
    for (const layer of layers) layer.addTo(map);
    return () => {
      for (const layer of layers) layer.remove();
    };
  }, [map, mode]);
  return null;
};

interface Props {
  centre: [number, number];
  zoom: number;
  /** Shown at first, in place of centre and zoom. */
  bounds?: LatLngBounds | undefined;
  /** Names the map for a screen reader. */
  label: string;
  /** Whether the wheel zooms at once; a map inside a scrolled form must not catch it. */
  wheel?: boolean;
  children?: ReactNode;
}

/** A map that needs nothing from outside; what stands on it comes as children. */
export const BaseMap = ({ centre, zoom, bounds, label, wheel = true, children }: Props) => (
  <div className="base-map" role="region" aria-label={label}>
    <MapContainer
      {...(bounds
        ? { bounds, boundsOptions: fitOptions() }
        : { center: centre, zoom: Math.min(zoom, closestZoom()) })}
      minZoom={SHALLOWEST_ZOOM}
      maxZoom={DEEPEST_ZOOM}
      zoomControl={false}
      scrollWheelZoom={wheel}
      worldCopyJump
      maxBounds={[
        [-85, -Infinity],
        [85, Infinity],
      ]}
      maxBoundsViscosity={1}
      fadeAnimation={false}
    >
      <BaseLayer />
      <MapControls scale />
      {children}
    </MapContainer>
  </div>
);

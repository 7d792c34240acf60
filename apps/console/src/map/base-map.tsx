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

const DEEPEST_ZOOM = 18;
const SHALLOWEST_ZOOM = 2;
/** Limits the initial zoom: with external tiles to a city, else to where the bundled map has detail. */
const CLOSEST_ZOOM = { tiles: 13, builtIn: 8 };

const closestZoom = () => CLOSEST_ZOOM[outsideTiles() === null ? 'builtIn' : 'tiles'];

/** Padding around the places fitted into the view. */
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
  /** The initial view, instead of centre and zoom. */
  bounds?: LatLngBounds | undefined;
  /** The map's accessible name. */
  label: string;
  /** Whether the wheel zooms; a map in a scrolling form must not capture it. */
  wheel?: boolean;
  children?: ReactNode;
}

/** A map without external requests (unless tiles are configured); its layers are the children. */
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

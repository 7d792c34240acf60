import L, { type LatLngBounds } from 'leaflet';
import 'leaflet/dist/leaflet.css';
import { useEffect, useSyncExternalStore, type ReactNode } from 'react';
import { MapContainer, useMap } from 'react-leaflet';
import { TOKENS, subscribeToTheme, themeMode } from '../theme.ts';
import { MapControls } from './map-controls.tsx';
import { LabelLayer } from './world/label-layer.ts';
import { WorldLayer } from './world/world-layer.ts';
import './base-map.css';

export const DEEPEST_ZOOM = 18;
const SHALLOWEST_ZOOM = 2;

/** Room around what is fitted into the view, and no closer than a city. */
export const FIT = { padding: [56, 56] as [number, number], maxZoom: 13, animate: false };

/** The operator's own tiles, where the gateway has written their address into the page. */
const outsideTiles = (): { address: string; attribution: string } | null => {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="telemon-tiles"]');
  return meta?.content ? { address: meta.content, attribution: meta.dataset.attribution ?? '' } : null;
};

const BaseLayer = () => {
  const map = useMap();
  const mode = useSyncExternalStore(subscribeToTheme, themeMode);
  useEffect(() => {
    const tiles = outsideTiles();
    const tokens = TOKENS[mode];
    const layers: L.Layer[] = tiles
      ? [L.tileLayer(tiles.address, { attribution: tiles.attribution, maxZoom: DEEPEST_ZOOM })]
      : [new WorldLayer(tokens), new LabelLayer(tokens)];
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
  /** What is shown at first, in place of centre and zoom. */
  bounds?: LatLngBounds | undefined;
  /** The map's name for those who can't see it. */
  label: string;
  className?: string | undefined;
  /** Whether the wheel zooms at once; a map inside a scrolled form must not catch it. */
  wheel?: boolean;
  children?: ReactNode;
}

/** A map that needs nothing from outside; what stands on it comes as children. */
export const BaseMap = ({ centre, zoom, bounds, label, className, wheel = true, children }: Props) => (
  <div className={`base-map ${className ?? ''}`} role="region" aria-label={label}>
    <MapContainer
      {...(bounds ? { bounds, boundsOptions: FIT } : { center: centre, zoom })}
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

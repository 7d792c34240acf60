import type { Floor } from '@telemon/contracts/devices/floors';
import L from 'leaflet';
import 'leaflet/dist/leaflet.css';
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import { ImageOverlay, MapContainer, useMap } from 'react-leaflet';
import { MapControls } from '../map/map-controls.tsx';
import { fitOf, planCrs } from './plan-crs.ts';
import { pointOf, type PlanPlace, type Size } from './plan-place.ts';
import {
  DEEPEST_PLAN_ZOOM,
  ONE_MARKER_ZOOM,
  PLAN_ZOOM_STEP,
  SHALLOWEST_PLAN_ZOOM,
  WHOLE_PLAN_ZOOM,
} from './plan-zoom.ts';
import '../map/base-map.css';
import './plan-map.css';

/** A floor's plan: its image address and its size in pixels. */
export type Plan = Pick<Floor, 'mapUrl' | 'width' | 'height'>;

const MIDDLE: PlanPlace = { xValue: 50, yValue: 50 };
/** Few, because a level enlarges by a twelfth here, not to twice the size. */
const WHEEL_PX_PER_LEVEL = 8;
/** How far the plan can be dragged out of view. */
const SPARE = 0.5;

/** Keeps the plan's size relative to the map when its container is resized. */
const KeepFit = ({ plan, fit }: { plan: Size; fit: RefObject<number> }) => {
  const map = useMap();
  useEffect(() => {
    const container = map.getContainer();
    const observer = new ResizeObserver(() => {
      const wanted = fitOf(plan, { width: container.clientWidth, height: container.clientHeight });
      if (wanted === fit.current || wanted === 0) return;
      const centre = map.getCenter();
      fit.current = wanted;
      map.invalidateSize({ pan: false });
      // `reset`, which redraws everything, is missing in the types.
      map.setView(centre, map.getZoom(), { reset: true } as L.ZoomPanOptions);
    });
    observer.observe(container);
    return () => observer.disconnect();
  }, [map, plan, fit]);
  return null;
};

interface Props {
  plan: Plan;
  /** The map's accessible name. */
  label: string;
  /** A place to zoom to at first; by default the whole plan is shown. */
  closeTo?: PlanPlace | undefined;
  /** Whether the wheel zooms; a plan in a scrolling form must not capture it. */
  wheel?: boolean;
  /** Called when the image fails to load: its address expires. */
  onLost: () => void;
  children?: ReactNode;
}

/** A floor's plan with pan and zoom; its markers are the children, positioned with `pointOf`. */
export const PlanMap = ({ plan, label, closeTo, wheel = true, onLost, children }: Props) => {
  const frame = useRef<HTMLDivElement>(null);
  const fit = useRef(0);
  const [isMeasured, setMeasured] = useState(false);
  const [crs] = useState(() => planCrs(() => fit.current));
  const { width, height } = plan;
  useLayoutEffect(() => {
    const { clientWidth, clientHeight } = frame.current!;
    fit.current = fitOf({ width, height }, { width: clientWidth, height: clientHeight });
    setMeasured(true);
  }, [width, height]);
  const bounds = useMemo(
    () =>
      L.latLngBounds([
        [-height, 0],
        [0, width],
      ]),
    [width, height],
  );
  return (
    <div ref={frame} className="base-map plan-map" role="region" aria-label={label}>
      {isMeasured && (
        <MapContainer
          crs={crs}
          center={pointOf(closeTo ?? MIDDLE, plan)}
          zoom={closeTo ? ONE_MARKER_ZOOM : WHOLE_PLAN_ZOOM}
          minZoom={SHALLOWEST_PLAN_ZOOM}
          maxZoom={DEEPEST_PLAN_ZOOM}
          zoomDelta={PLAN_ZOOM_STEP}
          wheelPxPerZoomLevel={WHEEL_PX_PER_LEVEL}
          zoomControl={false}
          attributionControl={false}
          scrollWheelZoom={wheel}
          maxBounds={bounds.pad(SPARE)}
          fadeAnimation={false}
        >
          <ImageOverlay url={plan.mapUrl} bounds={bounds} eventHandlers={{ error: onLost }} />
          <MapControls />
          <KeepFit plan={plan} fit={fit} />
          {children}
        </MapContainer>
      )}
    </div>
  );
};

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

/** What is drawn of a floor: the address of its plan, and the plan's size in pixels. */
export type Plan = Pick<Floor, 'mapUrl' | 'width' | 'height'>;

const MIDDLE: PlanPlace = { xValue: 50, yValue: 50 };
/** A level is a twelfth more here, where it doubles elsewhere. */
const WHEEL_PX_PER_LEVEL = 8;
/** Room around the plan that it can be moved into. */
const SPARE = 0.5;

/** Keeps the plan as large, beside the map it is seen in, when the page gives that another size. */
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
      // `reset`, which draws everything anew, is missing in the types.
      map.setView(centre, map.getZoom(), { reset: true } as L.ZoomPanOptions);
    });
    observer.observe(container);
    return () => observer.disconnect();
  }, [map, plan, fit]);
  return null;
};

interface Props {
  plan: Plan;
  /** The map's name for those who can't see it. */
  label: string;
  /** Shown at first, close by; without it the whole plan is. */
  closeTo?: PlanPlace | undefined;
  /** Whether the wheel zooms at once; a plan inside a scrolled form must not catch it. */
  wheel?: boolean;
  /** The image could not be had: its address is good for a while only. */
  onLost: () => void;
  children?: ReactNode;
}

/** A floor's plan that can be moved and zoomed; what stands on it comes as children, placed by `pointOf`. */
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

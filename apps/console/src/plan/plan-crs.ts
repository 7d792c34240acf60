import L from 'leaflet';
import type { Size } from './plan-place.ts';

/** The documents' zooms of a floor map: of several markers, and of one. */
export const WHOLE_PLAN_ZOOM = 3;
export const ONE_MARKER_ZOOM = 12;

/** At the zoom of one marker a plan is twice as large as it is whole: what stands around is seen still. */
const LEVELS_TO_DOUBLE = ONE_MARKER_ZOOM - WHOLE_PLAN_ZOOM;
/** A little smaller than whole at the least, and sixteen times as large at the most. */
export const SHALLOWEST_PLAN_ZOOM = 0;
export const DEEPEST_PLAN_ZOOM = WHOLE_PLAN_ZOOM + 4 * LEVELS_TO_DOUBLE;
/** What a press of a zoom button does: half as large again. */
export const PLAN_ZOOM_STEP = 6;

/** How many pixels of the screen one of the plan's takes where the plan is seen whole. */
export const fitOf = (plan: Size, screen: Size): number =>
  Math.min(screen.width / plan.width, screen.height / plan.height);

/** A plane of the plan's own pixels, in which the documents' zoom of several markers shows the plan whole. */
export const planCrs = (fit: () => number): L.CRS =>
  L.Util.extend({}, L.CRS.Simple, {
    scale: (zoom: number) => fit() * 2 ** ((zoom - WHOLE_PLAN_ZOOM) / LEVELS_TO_DOUBLE),
    zoom: (scale: number) => WHOLE_PLAN_ZOOM + LEVELS_TO_DOUBLE * Math.log2(scale / fit()),
  }) as L.CRS;

import L from 'leaflet';
import type { Size } from './plan-place.ts';
import { LEVELS_TO_DOUBLE, WHOLE_PLAN_ZOOM } from './plan-zoom.ts';

/** Padding around the whole plan, px: for pins in its corners. */
const ROOM_PX = 18;

/** Screen pixels per plan pixel when the whole plan is shown; 0 without space. */
export const fitOf = (plan: Size, screen: Size): number =>
  Math.max(
    0,
    Math.min((screen.width - 2 * ROOM_PX) / plan.width, (screen.height - 2 * ROOM_PX) / plan.height),
  );

/** Coordinates in plan pixels; the documented zoom for several markers shows the whole plan. */
export const planCrs = (presentFit: () => number): L.CRS =>
  L.Util.extend({}, L.CRS.Simple, {
    scale: (zoom: number) => presentFit() * 2 ** ((zoom - WHOLE_PLAN_ZOOM) / LEVELS_TO_DOUBLE),
    zoom: (scale: number) => WHOLE_PLAN_ZOOM + LEVELS_TO_DOUBLE * Math.log2(scale / presentFit()),
  }) as L.CRS;

import L from 'leaflet';
import type { Size } from './plan-place.ts';
import { LEVELS_TO_DOUBLE, WHOLE_PLAN_ZOOM } from './plan-zoom.ts';

/** Room around a whole plan, px: for the pin of a device that stands in a corner. */
const ROOM_PX = 18;

/** How many pixels of the screen one of the plan's takes where the plan is seen whole; 0 where there is no room. */
export const fitOf = (plan: Size, screen: Size): number =>
  Math.max(
    0,
    Math.min((screen.width - 2 * ROOM_PX) / plan.width, (screen.height - 2 * ROOM_PX) / plan.height),
  );

/** A plane of the plan's own pixels, in which the documents' zoom of several markers shows the plan whole. */
export const planCrs = (fit: () => number): L.CRS =>
  L.Util.extend({}, L.CRS.Simple, {
    scale: (zoom: number) => fit() * 2 ** ((zoom - WHOLE_PLAN_ZOOM) / LEVELS_TO_DOUBLE),
    zoom: (scale: number) => WHOLE_PLAN_ZOOM + LEVELS_TO_DOUBLE * Math.log2(scale / fit()),
  }) as L.CRS;

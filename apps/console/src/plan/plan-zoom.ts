/** The documented zooms of a floor map: for several markers, and for one. */
export const WHOLE_PLAN_ZOOM = 3;
export const ONE_MARKER_ZOOM = 12;

/** The zoom of one marker shows the plan at twice the size, so that its surroundings stay visible. */
export const LEVELS_TO_DOUBLE = ONE_MARKER_ZOOM - WHOLE_PLAN_ZOOM;
/** From a little smaller than the whole plan to sixteen times as large. */
export const SHALLOWEST_PLAN_ZOOM = 0;
export const DEEPEST_PLAN_ZOOM = WHOLE_PLAN_ZOOM + 4 * LEVELS_TO_DOUBLE;
/** A zoom button enlarges by half. */
export const PLAN_ZOOM_STEP = 6;

/** The documents' zooms of a floor map: of several markers, and of one. */
export const WHOLE_PLAN_ZOOM = 3;
export const ONE_MARKER_ZOOM = 12;

/** At the zoom of one marker a plan is twice as large as it is whole: what stands around is seen still. */
export const LEVELS_TO_DOUBLE = ONE_MARKER_ZOOM - WHOLE_PLAN_ZOOM;
/** A little smaller than whole at the least, and sixteen times as large at the most. */
export const SHALLOWEST_PLAN_ZOOM = 0;
export const DEEPEST_PLAN_ZOOM = WHOLE_PLAN_ZOOM + 4 * LEVELS_TO_DOUBLE;
/** What a press of a zoom button does: half as large again. */
export const PLAN_ZOOM_STEP = 6;

/** Degrees to the decimetre, as finer ones say nothing more of where a device stands. */
export const roundDegrees = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;

/** A point on the grid by which weather is asked for: tenths of a degree, about 11 km. */
export interface GridPoint {
  readonly lat: number;
  readonly lng: number;
}

const tenths = (degrees: number): number => Math.round(degrees * 10) / 10 + 0;

/** The grid point that is nearest to some coordinates; 180° west is 180° east. */
export const gridPointOf = ({ lat, lng }: GridPoint): GridPoint => {
  const onGrid = tenths(lng);
  return { lat: tenths(lat), lng: onGrid === -180 ? 180 : onGrid };
};

export const nameOf = ({ lat, lng }: GridPoint): string => `${lat},${lng}`;

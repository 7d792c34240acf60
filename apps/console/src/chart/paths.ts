const round = (pixel: number) => Math.round(pixel * 10) / 10;

/** A line through points in pixels; it begins anew behind a point without a value, and a point alone is a dot. */
export const linePath = (points: readonly (readonly [x: number, y: number | null])[]): string => {
  let path = '';
  let isDown = false;
  for (const [x, y] of points) {
    if (y !== null) path += isDown ? `L${round(x)} ${round(y)}` : `M${round(x)} ${round(y)}h0`;
    isDown = y !== null;
  }
  return path;
};

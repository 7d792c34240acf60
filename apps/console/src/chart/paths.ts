const round = (pixel: number) => Math.round(pixel * 10) / 10;

/** A path through points in pixels. A null starts a new segment; a single point is a dot. */
export const linePath = (points: readonly (readonly [x: number, y: number | null])[]): string => {
  let path = '';
  let isDown = false;
  for (const [x, y] of points) {
    if (y !== null) path += isDown ? `L${round(x)} ${round(y)}` : `M${round(x)} ${round(y)}h0`;
    isDown = y !== null;
  }
  return path;
};

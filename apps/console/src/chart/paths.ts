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

type Stretch = readonly [x: number, low: number, high: number];

const closed = (stretches: readonly Stretch[]) =>
  stretches.length === 0
    ? ''
    : `${linePath(stretches.map(([x, low]) => [x, low]))}L${linePath(
        stretches.toReversed().map(([x, , high]) => [x, high]),
      ).slice(1)}Z`;

/** The area between two values of each point; it ends before a point without them. */
export const bandPath = (
  points: readonly (readonly [x: number, low: number | null, high: number | null])[],
): string => {
  const runs: Stretch[][] = [[]];
  for (const [x, low, high] of points) {
    if (low === null || high === null) runs.push([]);
    else runs.at(-1)!.push([x, low, high]);
  }
  return runs.map(closed).join('');
};

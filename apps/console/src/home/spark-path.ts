const INSET = 4;

const round = (pixel: number) => Math.round(pixel * 10) / 10;

/** The path of a small line through the values that are there, and where it ends. */
export const sparkPath = (
  values: readonly (number | null)[],
  width: number,
  height: number,
): { path: string; end: { x: number; y: number } | null } => {
  const known = values.filter((value): value is number => value !== null);
  if (known.length === 0) return { path: '', end: null };
  const low = Math.min(...known);
  const range = Math.max(...known) - low;
  const xAt = (index: number) => round((index / Math.max(1, values.length - 1)) * width);
  const yOf = (value: number) =>
    range === 0 ? height / 2 : round(height - INSET - ((value - low) / range) * (height - 2 * INSET));

  let path = '';
  let isDown = false;
  let end: { x: number; y: number } | null = null;
  for (const [index, value] of values.entries()) {
    if (value === null) {
      isDown = false;
      continue;
    }
    end = { x: xAt(index), y: yOf(value) };
    path += `${isDown ? 'L' : 'M'}${end.x} ${end.y}`;
    isDown = true;
  }
  return { path, end };
};

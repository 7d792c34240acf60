import { linePath } from '../chart/paths.ts';

const WIDTH = 120;
const HEIGHT = 44;
const INSET = 4;

/** The path of a sparkline through the non-null values, and the point where it ends. */
export const sparkPath = (values: readonly (number | null)[], width: number, height: number) => {
  const known = values.filter((value) => value !== null);
  const low = Math.min(...known);
  const range = Math.max(...known) - low;
  const yOf = (value: number) =>
    range === 0 ? height / 2 : height - INSET - ((value - low) / range) * (height - 2 * INSET);
  const points = values.map((value, index) => {
    const x = (index / Math.max(1, values.length - 1)) * width;
    return [x, value === null ? null : yOf(value)] as const;
  });
  return { path: linePath(points), end: linePath(points.filter(([, y]) => y !== null).slice(-1)) };
};

/** A day as a line without axes; missing values are gaps, and the newest value has a dot. */
export const Sparkline = ({ values }: { values: readonly (number | null)[] }) => {
  const { path, end } = sparkPath(values, WIDTH, HEIGHT);
  const line = {
    fill: 'none',
    stroke: 'var(--chart-line)',
    strokeLinecap: 'round',
    strokeLinejoin: 'round',
    vectorEffect: 'non-scaling-stroke',
  } as const;
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      style={{ width: '100%', height: HEIGHT, overflow: 'visible' }}
    >
      <path d={path} strokeWidth={1.5} {...line} />
      <path d={end} strokeWidth={6} {...line} />
    </svg>
  );
};

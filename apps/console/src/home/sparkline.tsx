import { sparkPath } from './spark-path.ts';
import styles from './sparkline.module.css';

const WIDTH = 120;
const HEIGHT = 44;

/** A day in one line, without axes; a gap is a gap, and the newest value has a dot. */
export const Sparkline = ({ values }: { values: readonly (number | null)[] }) => {
  const { path, end } = sparkPath(values, WIDTH, HEIGHT);
  if (path === '') return <span />;
  return (
    <svg
      className={styles.line}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={path} />
      {end && <path d={`M${end.x} ${end.y}h0`} className={styles.end} />}
    </svg>
  );
};

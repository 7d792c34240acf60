interface Sight {
  /** Where the first row stands, from the window's upper edge. */
  top: number;
  /** Of the window. */
  height: number;
  row: number;
  rows: number;
}

/** Rows beyond the window's edges that exist all the same, so that scrolling meets them ready. */
const SPARE_ROWS = 2;

/** The rows to draw, the last one excluded. */
export const rowsInSight = ({ top, height, row, rows }: Sight): { first: number; last: number } => {
  const first = Math.floor(-top / row) - SPARE_ROWS;
  const last = Math.ceil((height - top) / row) + SPARE_ROWS;
  return { first: Math.max(0, Math.min(first, rows)), last: Math.max(0, Math.min(last, rows)) };
};

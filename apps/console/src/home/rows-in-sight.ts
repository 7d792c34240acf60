interface Sight {
  /** The first row's distance from the top of the window. */
  top: number;
  /** The window's height. */
  height: number;
  row: number;
  rows: number;
}

/** Rows rendered outside the window, ready for scrolling. */
const SPARE_ROWS = 2;

/** The range of rows to render; `last` is exclusive. */
export const rowsInSight = ({ top, height, row, rows }: Sight): { first: number; last: number } => {
  const first = Math.floor(-top / row) - SPARE_ROWS;
  const last = Math.ceil((height - top) / row) + SPARE_ROWS;
  return { first: Math.max(0, Math.min(first, rows)), last: Math.max(0, Math.min(last, rows)) };
};

interface Rows {
  rows: unknown;
  isChanging: boolean;
  error: unknown;
}

/**
 * A list below the page's own word that nothing newer can be had: it keeps quiet about the same, as long as it has
 * the rows that were asked for.
 */
export const saidOnce = <List extends Rows>(list: List, isSaid: boolean): List =>
  isSaid && list.rows !== undefined && !list.isChanging ? { ...list, error: null } : list;

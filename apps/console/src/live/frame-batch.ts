/** Where a page is hidden no frames are drawn; what came is then taken this often. */
const HIDDEN_INTERVAL_MS = 1_000;

/** Gathers what comes between two frames of the screen and hands it over at once, before the next is drawn. */
export const frameBatch = <Item>(take: (items: Item[]) => void) => {
  let gathered: Item[] = [];
  let scheduled = false;

  const flush = () => {
    scheduled = false;
    const items = gathered;
    gathered = [];
    take(items);
  };

  return (item: Item) => {
    gathered.push(item);
    if (scheduled) return;
    scheduled = true;
    if (document.hidden) setTimeout(flush, HIDDEN_INTERVAL_MS);
    else requestAnimationFrame(flush);
  };
};

/** The operator's own tiles, where the gateway has written their address into the page. */
export const outsideTiles = (): { address: string; attribution: string } | null => {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="telemon-tiles"]');
  return meta?.content ? { address: meta.content, attribution: meta.dataset.attribution ?? '' } : null;
};

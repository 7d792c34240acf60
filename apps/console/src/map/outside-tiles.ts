/** The operator's tile server, if the gateway has written its address into the page. */
export const outsideTiles = (): { address: string; attribution: string } | null => {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="telemon-tiles"]');
  return meta?.content ? { address: meta.content, attribution: meta.dataset.attribution ?? '' } : null;
};

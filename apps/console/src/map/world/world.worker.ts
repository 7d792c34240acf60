import coarseUrl from 'world-atlas/countries-50m.json?url';
import fineUrl from 'world-atlas/countries-10m.json?url';
import type { Tokens } from '../../theme.ts';
import { drawTile, type TilePlace } from './draw-tile.ts';
import { worldOf, type Atlas, type CountryLabel, type World } from './world.ts';

export interface TileRequest {
  id: number;
  place: TilePlace;
  tokens: Tokens;
}

export type FromWorker =
  | { kind: 'tile'; id: number; bitmap: ImageBitmap }
  | { kind: 'labels'; labels: CountryLabel[] }
  /** The fine outlines are loaded: tiles with coarse ones can be redrawn. */
  | { kind: 'refined' };

/** From this zoom on, coarse coasts look coarse. */
const FINE_FROM_ZOOM = 6;
/** Parsing the fine outlines blocks all tiles: it starts after this long without a request. */
const FINE_AFTER_MS = 250;
const RETRY_AFTER_MS = 3_000;

const scope = self as unknown as {
  postMessage: (message: FromWorker, transfer?: Transferable[]) => void;
  onmessage: ((event: MessageEvent<TileRequest>) => void) | null;
};

const load = async (url: string): Promise<World> => {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The map's outlines answered ${response.status}`);
  return worldOf((await response.json()) as Atlas);
};

/** Without outlines, everything would look like sea: tiles wait for them. */
const loadWithRetries = async (url: string): Promise<World> => {
  for (;;) {
    try {
      return await load(url);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS));
    }
  }
};

const coarse = loadWithRetries(coarseUrl).then((world) => {
  scope.postMessage({ kind: 'labels', labels: world.labels });
  return world;
});

let fine: World | null = null;
let isFineRequested = false;
let fineSoon: ReturnType<typeof setTimeout> | undefined;

const loadFine = async () => {
  isFineRequested = true;
  try {
    fine = await load(fineUrl);
    scope.postMessage({ kind: 'refined' });
  } catch {
    // Retried with the next tile.
    isFineRequested = false;
  }
};

scope.onmessage = ({ data: { id, place, tokens } }) => {
  void (async () => {
    const wantsFine = place.z >= FINE_FROM_ZOOM;
    const world = (wantsFine && fine) || (await coarse);
    const canvas = new OffscreenCanvas(place.size, place.size);
    drawTile(canvas.getContext('2d', { alpha: false })!, world, place, tokens);
    const bitmap = canvas.transferToImageBitmap();
    scope.postMessage({ kind: 'tile', id, bitmap }, [bitmap]);
    if (!wantsFine || isFineRequested) return;
    clearTimeout(fineSoon);
    fineSoon = setTimeout(() => void loadFine(), FINE_AFTER_MS);
  })();
};

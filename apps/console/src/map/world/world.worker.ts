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
  /** The fine outlines have come: what was drawn coarsely at these zooms may be drawn again. */
  | { kind: 'refined' };

/** From this zoom on the coarse coast is seen to be coarse. */
const FINE_FROM_ZOOM = 6;
/** Reading the fine outlines holds up every tile: it begins once none has been asked for this long. */
const FINE_AFTER_MS = 250;
const AGAIN_AFTER_MS = 3_000;

const scope = self as unknown as {
  postMessage: (message: FromWorker, transfer?: Transferable[]) => void;
  onmessage: ((event: MessageEvent<TileRequest>) => void) | null;
};

const load = async (url: string): Promise<World> => {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The map's outlines answered ${response.status}`);
  return worldOf((await response.json()) as Atlas);
};

/** Without outlines all would look like sea: nothing is drawn before they are there. */
const loadUntilThere = async (url: string): Promise<World> => {
  for (;;) {
    try {
      return await load(url);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
    }
  }
};

const coarse = loadUntilThere(coarseUrl).then((world) => {
  scope.postMessage({ kind: 'labels', labels: world.labels });
  return world;
});

let fine: World | null = null;
let isFineAsked = false;
let fineSoon: ReturnType<typeof setTimeout> | undefined;

const askForFine = async () => {
  isFineAsked = true;
  try {
    fine = await load(fineUrl);
    scope.postMessage({ kind: 'refined' });
  } catch {
    // Asked for again with the next tile.
    isFineAsked = false;
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
    if (!wantsFine || isFineAsked) return;
    clearTimeout(fineSoon);
    fineSoon = setTimeout(() => void askForFine(), FINE_AFTER_MS);
  })();
};

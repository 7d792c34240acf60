import type { Tokens } from '../../theme.ts';
import type { TilePlace } from './draw-tile.ts';
import type { FromWorker, TileRequest } from './world.worker.ts';
import type { CountryLabel } from './world.ts';

/** Tiles sent to the worker at once; the others are queued here, where they can be cancelled. */
const MOST_SENT = 4;

interface QueuedTile extends TileRequest {
  done: (bitmap: ImageBitmap) => void;
}

/** The drawing worker, shared by all maps of the page. */
class WorldDrawer {
  private readonly worker = new Worker(new URL('./world.worker.ts', import.meta.url), {
    type: 'module',
    name: 'telemon-world',
  });
  private queue: QueuedTile[] = [];
  private readonly sent = new Map<number, QueuedTile>();
  private readonly refinedListeners = new Set<() => void>();
  private lastId = 0;
  readonly labels: Promise<CountryLabel[]>;

  constructor() {
    const labels = Promise.withResolvers<CountryLabel[]>();
    this.labels = labels.promise;
    this.worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
      if (data.kind === 'labels') labels.resolve(data.labels);
      else if (data.kind === 'refined') for (const listener of this.refinedListeners) listener();
      else {
        this.sent.get(data.id)?.done(data.bitmap);
        this.sent.delete(data.id);
        this.send();
      }
    });
  }

  /** Draws a tile; the returned function cancels it while it is queued. */
  draw(place: TilePlace, tokens: Tokens, done: (bitmap: ImageBitmap) => void): () => void {
    this.lastId += 1;
    const id = this.lastId;
    this.queue.push({ id, place, tokens, done });
    this.send();
    return () => {
      this.queue = this.queue.filter((tile) => tile.id !== id);
    };
  }

  /** Notifies when finer outlines are loaded. */
  onRefined(listener: () => void): () => void {
    this.refinedListeners.add(listener);
    return () => void this.refinedListeners.delete(listener);
  }

  private send(): void {
    while (this.sent.size < MOST_SENT) {
      const next = this.queue.shift();
      if (!next) return;
      const { id, place, tokens } = next;
      this.sent.set(id, next);
      this.worker.postMessage({ id, place, tokens } satisfies TileRequest);
    }
  }
}

let drawer: WorldDrawer | null = null;
export const worldDrawer = (): WorldDrawer => (drawer ??= new WorldDrawer());

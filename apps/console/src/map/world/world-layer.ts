import L from 'leaflet';
import type { Tokens } from '../../theme.ts';
import { worldDrawer } from './world-drawer.ts';

/** The bundled base layer: land, borders and a grid at any zoom, without external requests. */
export class WorldLayer extends L.GridLayer {
  private readonly tokens: Tokens;
  private readonly tiles = new Map<HTMLCanvasElement, { coords: L.Coords; forget: () => void }>();
  private stopListening = () => {};

  constructor(tokens: Tokens) {
    super({ updateWhenZooming: false, keepBuffer: 3, attribution: 'Natural Earth' });
    this.tokens = tokens;
    this.on('tileunload', ({ tile }: L.TileEvent) => {
      const canvas = tile as unknown as HTMLCanvasElement;
      this.tiles.get(canvas)?.forget();
      this.tiles.delete(canvas);
    });
  }

  override createTile(coords: L.Coords, done: L.DoneCallback): HTMLElement {
    const canvas = document.createElement('canvas');
    this.draw(canvas, coords, () => done(undefined, canvas));
    return canvas;
  }

  override onAdd(map: L.Map): this {
    super.onAdd(map);
    this.stopListening = worldDrawer().onRefined(() => {
      for (const [canvas, { coords }] of this.tiles) this.draw(canvas, coords);
    });
    return this;
  }

  override onRemove(map: L.Map): this {
    this.stopListening();
    super.onRemove(map);
    return this;
  }

  private draw(canvas: HTMLCanvasElement, coords: L.Coords, done?: () => void): void {
    const { x: side } = this.getTileSize();
    const density = Math.min(2, Math.max(1, window.devicePixelRatio));
    const size = Math.round(side * density);
    const { x, y, z } = coords;
    const forget = worldDrawer().draw({ x, y, z, size, density }, this.tokens, (bitmap) => {
      canvas.width = canvas.height = size;
      canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap);
      done?.();
    });
    this.tiles.set(canvas, { coords, forget });
  }
}

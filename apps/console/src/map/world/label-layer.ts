import L from 'leaflet';
import { SHAPE, type Tokens } from '../../theme.ts';
import { CITIES } from './cities.ts';
import { COORDINATES_FROM_ZOOM } from './coordinates.ts';
import { countryZoom, gridLabels, placeLabels, type PlaceName, type Rectangle } from './place-labels.ts';
import { worldDrawer } from './world-drawer.ts';
import type { CountryLabel } from './world.ts';

const FONTS = {
  country: `500 11px ${SHAPE.font}`,
  city: `500 12px ${SHAPE.font}`,
  grid: `450 10px ${SHAPE.font}`,
};
const EDGE_PX = 6;
const GRID_LINE_PX = 12;
/** Distance of edge labels from the corners, where the controls are. */
const CORNER_PX = 130;
const ABOVE_CORNER_PX = 44;
/** The width of the scale and the coordinates. */
const controlsWidth = (map: L.Map) => (map.getZoom() < COORDINATES_FROM_ZOOM ? CORNER_PX : 270);

const writeText = (context: CanvasRenderingContext2D, text: string, x: number, y: number) => {
  context.strokeText(text, x, y);
  context.fillText(text, x, y);
};

const cities: PlaceName[] = CITIES.map(([name, latitude, longitude, size]) => ({
  name,
  latitude,
  longitude,
  kind: 'city',
  fromZoom: [0, 4, 5, 6, 7][size] ?? 7,
  toZoom: 15,
  rank: 10 - size,
}));

const countries = (labels: CountryLabel[]): PlaceName[] =>
  labels.map(({ area, ...label }) => ({
    ...label,
    kind: 'country',
    fromZoom: countryZoom(area),
    toZoom: Math.min(7, countryZoom(area) + 3),
    rank: 5 + Math.min(4, area * 1000),
  }));

/** Names of countries and cities and the grid's degrees, redrawn after each move of the map. */
export class LabelLayer extends L.Layer {
  private readonly tokens: Tokens;
  private readonly canvas = document.createElement('canvas');
  private names = cities;
  private map: L.Map | null = null;
  private frame = 0;

  constructor(tokens: Tokens) {
    super();
    this.tokens = tokens;
    this.canvas.style.pointerEvents = 'none';
    this.canvas.style.position = 'absolute';
  }

  override onAdd(map: L.Map): this {
    this.map = map;
    map.getPane('overlayPane')!.append(this.canvas);
    void worldDrawer().labels.then((labels) => {
      this.names = [...countries(labels), ...cities];
      this.writeSoon();
    });
    void document.fonts.load(FONTS.city).then(() => this.writeSoon());
    this.writeSoon();
    return this;
  }

  override onRemove(): this {
    cancelAnimationFrame(this.frame);
    this.canvas.remove();
    this.map = null;
    return this;
  }

  override getEvents() {
    return {
      moveend: () => this.writeSoon(),
      resize: () => this.writeSoon(),
      // Pins are added after a move, and labels must not cover them.
      layeradd: () => this.writeSoon(),
      zoomstart: () => {
        this.canvas.style.visibility = 'hidden';
      },
    };
  }

  private writeSoon(): void {
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.write();
    });
  }

  /** The areas of pins and controls. */
  private taken(map: L.Map): Rectangle[] {
    const { x: width, y: height } = map.getSize();
    const taken: Rectangle[] = [
      { left: 0, right: controlsWidth(map), top: height - 36, bottom: height },
      { left: width - CORNER_PX, right: width, top: height - 24, bottom: height },
      { left: width - 52, right: width, top: 0, bottom: 84 },
    ];
    map.eachLayer((layer) => {
      if (!(layer instanceof L.Marker)) return;
      const { x, y } = map.latLngToContainerPoint(layer.getLatLng());
      const [wide, high] = (layer.options.icon?.options.iconSize ?? [0, 0]) as [number, number];
      taken.push({ left: x - wide / 2, right: x + wide / 2, top: y - high / 2, bottom: y + high / 2 });
    });
    return taken;
  }

  private write(): void {
    const { map, canvas } = this;
    if (!map) return;
    const { x: width, y: height } = map.getSize();
    const density = Math.min(2, Math.max(1, window.devicePixelRatio));
    canvas.width = width * density;
    canvas.height = height * density;
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
    canvas.style.visibility = 'visible';
    L.DomUtil.setPosition(canvas, map.containerPointToLayerPoint([0, 0]));
    const context = canvas.getContext('2d');
    if (!context) return;
    context.scale(density, density);
    context.lineJoin = 'round';
    context.lineWidth = 3;
    context.strokeStyle = this.tokens.mapLand;
    const degrees = this.degrees(context, map);
    this.writeNames(context, map, [...this.taken(map), ...degrees]);
    context.font = FONTS.grid;
    context.fillStyle = this.tokens.mapLabel;
    context.textAlign = 'left';
    for (const { text, left, bottom } of degrees) writeText(context, text, left, bottom);
  }

  private writeNames(context: CanvasRenderingContext2D, map: L.Map, taken: Rectangle[]): void {
    const { tokens } = this;
    const { x: width, y: height } = map.getSize();
    const placed = placeLabels(this.names, {
      zoom: map.getZoom(),
      width,
      height,
      taken,
      toPoint: (latitude, longitude) => map.latLngToContainerPoint([latitude, longitude]),
      widthOf: (name, kind) => {
        context.font = FONTS[kind];
        return context.measureText(name).width;
      },
    });
    context.textAlign = 'center';
    for (const { name, kind, x, y, textX, textY } of placed) {
      context.font = FONTS[kind];
      context.letterSpacing = kind === 'country' ? '0.6px' : '0px';
      context.fillStyle = kind === 'country' ? tokens.mapLabel : tokens.textQuiet;
      if (kind === 'city') {
        context.beginPath();
        context.arc(x, y, 2.5, 0, 2 * Math.PI);
        context.stroke();
        context.fill();
      }
      writeText(context, name, textX, textY);
    }
    context.letterSpacing = '0px';
  }

  /** The grid's edge labels with their areas. */
  private degrees(context: CanvasRenderingContext2D, map: L.Map): (Rectangle & { text: string })[] {
    const { x: width, y: height } = map.getSize();
    const bounds = map.getBounds();
    const edges = {
      south: bounds.getSouth(),
      north: bounds.getNorth(),
      west: bounds.getWest(),
      east: bounds.getEast(),
    };
    const { bottom, left } = gridLabels(map.getZoom(), edges, (latitude, longitude) =>
      map.latLngToContainerPoint([latitude, longitude]),
    );
    context.font = FONTS.grid;
    const placed = (text: string, x: number, foot: number) => ({
      text,
      left: x,
      right: x + context.measureText(text).width,
      top: foot - GRID_LINE_PX,
      bottom: foot,
    });
    return [
      ...bottom
        .filter(({ at }) => at > controlsWidth(map) && at < width - CORNER_PX)
        .map(({ text, at }) => placed(text, at + 4, height - EDGE_PX)),
      ...left
        .filter(({ at }) => at > ABOVE_CORNER_PX && at < height - ABOVE_CORNER_PX)
        .map(({ text, at }) => placed(text, EDGE_PX, at - 4)),
    ];
  }
}

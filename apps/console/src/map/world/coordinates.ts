import L from 'leaflet';
import { degrees } from './place-labels.ts';

/** From this zoom on the built-in map has nothing more to show than where places are. */
export const COORDINATES_FROM_ZOOM = 9;
/** In degrees: ten metres. */
const STEP = 0.0001;

/** The coordinates of the map's middle. */
export class Coordinates extends L.Control {
  private readonly line = L.DomUtil.create('div', 'map-coordinates');

  override onAdd(map: L.Map): HTMLElement {
    map.on('moveend', this.tell);
    this.tell({ target: map });
    return this.line;
  }

  override onRemove(map: L.Map): void {
    map.off('moveend', this.tell);
  }

  private readonly tell = ({ target }: { target: L.Map }) => {
    const { lat, lng } = target.getCenter().wrap();
    this.line.textContent =
      target.getZoom() < COORDINATES_FROM_ZOOM
        ? ''
        : `${degrees(lat, STEP, ['N', 'S'])}, ${degrees(lng, STEP, ['E', 'W'])}`;
  };
}

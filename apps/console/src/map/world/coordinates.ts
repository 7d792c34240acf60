import L from 'leaflet';
import { degrees } from './place-labels.ts';

/** From this zoom on, the bundled map has no more detail, so it shows coordinates. */
export const COORDINATES_FROM_ZOOM = 9;
/** In degrees: about ten metres. */
const STEP = 0.0001;

/** Shows the coordinates of the map's centre. */
export class Coordinates extends L.Control {
  private readonly line = L.DomUtil.create('div', 'map-coordinates');

  override onAdd(map: L.Map): HTMLElement {
    map.on('moveend', this.update);
    this.update({ target: map });
    return this.line;
  }

  override onRemove(map: L.Map): void {
    map.off('moveend', this.update);
  }

  private readonly update = ({ target }: { target: L.Map }) => {
    const { lat, lng } = target.getCenter().wrap();
    this.line.textContent =
      target.getZoom() < COORDINATES_FROM_ZOOM
        ? ''
        : `${degrees(lat, STEP, ['N', 'S'])}, ${degrees(lng, STEP, ['E', 'W'])}`;
  };
}

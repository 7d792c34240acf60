import L from 'leaflet';
import type { DeviceState } from '../devices/device-state.ts';
import './pin.css';

/** The four glyphs, drawn in the pin's own 20 by 20. */
const GLYPHS: Record<DeviceState, string> = {
  normal: '<path d="m5.5 10.3 3 3 6-6.6"/>',
  firing: '<path d="M10 4.8v6.2M10 14.6v.1"/>',
  silent: '<circle cx="10" cy="10" r="4.6" stroke-dasharray="2.4 2.42"/>',
  waiting: '<path d="M5.5 10v.1M10 10v.1M14.5 10v.1"/>',
};

const glyph = (state: DeviceState) => `<svg viewBox="0 0 20 20" aria-hidden="true">${GLYPHS[state]}</svg>`;

const PIN_PX = 26;
const icons = new Map<string, L.DivIcon>();

const remembered = (key: string, make: () => L.DivIcon): L.DivIcon => {
  const known = icons.get(key);
  if (known) return known;
  const made = make();
  icons.set(key, made);
  return made;
};

/** One device: a disc in its state's colour with its state's glyph; a ring around the one that is meant among several. */
export const pinIcon = (state: DeviceState, isMeant = false): L.DivIcon =>
  remembered(`${state} ${isMeant}`, () =>
    L.divIcon({
      className: `pin pin-${state} ${isMeant ? 'pin-meant' : ''}`,
      html: glyph(state),
      iconSize: [PIN_PX, PIN_PX],
      popupAnchor: [0, -PIN_PX / 2],
    }),
  );

/** About as wide as a letter of the pins is. */
const LETTER_PX = 7.5;

/** Several in one: the worst state among them as glyph, and how many in words. */
export const clusterIcon = (state: DeviceState, words: string): L.DivIcon =>
  remembered(`${state} ${words}`, () =>
    L.divIcon({
      className: `pin pin-cluster pin-${state}`,
      html: `${glyph(state)}<span>${words}</span>`,
      iconSize: [32 + words.length * LETTER_PX, 30],
    }),
  );

const HOUSE =
  '<svg viewBox="0 0 20 20" aria-hidden="true"><path d="M5 16.5V3.5h10v13M3 16.5h14M8 6.8h.1M12 6.8h.1M8 10h.1M12 10h.1M8.8 16.5v-3h2.4v3"/></svg>';
/** A building: the worst state of the devices in it, as glyph and in words. */
export const buildingIcon = (state: DeviceState | 'empty', words: string): L.DivIcon =>
  remembered(`building ${state} ${words}`, () =>
    L.divIcon({
      className: `pin pin-cluster pin-building pin-${state}`,
      html: `${HOUSE}${state === 'empty' ? '' : glyph(state)}<span>${words}</span>`,
      iconSize: [60 + words.length * LETTER_PX, 34],
    }),
  );

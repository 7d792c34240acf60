import L from 'leaflet';
import type { ShownState } from '@telemon/contracts/devices/device-states';
import './pin.css';

/** The glyphs of states and buildings, 20 by 20. */
const GLYPHS: Record<ShownState | 'building' | 'empty', string> = {
  normal: '<path d="m5.5 10.3 3 3 6-6.6"/>',
  firing: '<path d="M10 4.8v6.2M10 14.6v.1"/>',
  silent: '<circle cx="10" cy="10" r="4.6" stroke-dasharray="2.4 2.42"/>',
  waiting: '<path d="M5.5 10v.1M10 10v.1M14.5 10v.1"/>',
  building: '<path d="M5 16.5V3.5h10v13M3 16.5h14M8 6.8h.1M12 6.8h.1M8 10h.1M12 10h.1M8.8 16.5v-3h2.4v3"/>',
  empty: '',
};

const glyph = (name: keyof typeof GLYPHS) =>
  GLYPHS[name] && `<svg viewBox="0 0 20 20" aria-hidden="true">${GLYPHS[name]}</svg>`;
const wordsOf = (words: string) => {
  const span = document.createElement('span');
  span.textContent = words;
  return span.outerHTML;
};

/** The approximate width of a pin's letter. */
const LETTER_PX = 7.5;

const iconOf = (look: string, html: string, width: number, height: number) =>
  L.divIcon({ className: `pin ${look}`, html, iconSize: [width, height], popupAnchor: [0, -height / 2] });

interface Look {
  /** Text beside the glyph. */
  value?: string | undefined;
  /** A ring that highlights the device. */
  isMeant?: boolean;
  /** The device fires and is silent too. */
  isSilentToo?: boolean;
}

/** A device: a disc in its state's colour, with the state's glyph. */
export const pinIcon = (state: ShownState, { value, isMeant, isSilentToo }: Look = {}): L.DivIcon => {
  const look = `pin-${state} ${isMeant ? 'pin-meant' : ''} ${isSilentToo ? 'pin-silent-too' : ''}`;
  return value === undefined
    ? iconOf(look, glyph(state), 26, 26)
    : iconOf(`${look} pin-wide`, glyph(state) + wordsOf(value), 36 + value.length * LETTER_PX, 26);
};

/** A group: the glyph of its worst state, and its count as text. */
export const clusterIcon = (state: ShownState, words: string): L.DivIcon =>
  iconOf(`pin-${state} pin-wide`, glyph(state) + wordsOf(words), 32 + words.length * LETTER_PX, 30);

/** A building: the worst state of its devices, as glyph and text. */
export const buildingIcon = (state: ShownState | 'empty', words: string): L.DivIcon =>
  iconOf(
    `pin-${state} pin-wide pin-building`,
    glyph('building') + glyph(state) + wordsOf(words),
    60 + words.length * LETTER_PX,
    34,
  );

import type { GatewayVariables } from '../config.ts';

type Settings = Pick<
  GatewayVariables,
  'MAP_TILES_URL' | 'MAP_TILES_ATTRIBUTION' | 'MQTT_ADDRESS' | 'OUTBOX_URL' | 'SIGNUP' | 'UDP_ADDRESS'
>;

const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };
const escape = (text: string): string => text.replace(/[&"<>]/g, (character) => ESCAPED[character]!);

/** Writes the installation's settings into the page's `<meta>` elements: the page needs no inline script. */
export const withSettings = (html: string, settings: Settings): string => {
  const {
    MAP_TILES_URL = '',
    MAP_TILES_ATTRIBUTION,
    MQTT_ADDRESS = '',
    OUTBOX_URL,
    SIGNUP,
    UDP_ADDRESS = '',
  } = settings;
  const elements = {
    'telemon-tiles': `content="${escape(MAP_TILES_URL)}" data-attribution="${escape(MAP_TILES_ATTRIBUTION)}"`,
    'telemon-mqtt': `content="${escape(MQTT_ADDRESS)}"`,
    'telemon-udp': `content="${escape(UDP_ADDRESS)}"`,
    'telemon-outbox': `content="${OUTBOX_URL === undefined ? 'off' : 'on'}"`,
    'telemon-signup': `content="${SIGNUP}"`,
  };
  return Object.entries(elements).reduce(
    (page, [name, attributes]) =>
      page.replace(new RegExp(`<meta name="${name}"[^>]*>`), () => `<meta name="${name}" ${attributes} />`),
    html,
  );
};

import type { GatewayVariables } from '../config.ts';

type Settings = Pick<GatewayVariables, 'MAP_TILES_URL' | 'MAP_TILES_ATTRIBUTION' | 'MQTT_ADDRESS' | 'SIGNUP'>;

const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };
const escape = (text: string): string => text.replace(/[&"<>]/g, (character) => ESCAPED[character]!);

/** What the installation is set to, in the page's own `<meta>` elements: no script needs to stand in the page. */
export const withSettings = (html: string, settings: Settings): string => {
  const { MAP_TILES_URL = '', MAP_TILES_ATTRIBUTION, MQTT_ADDRESS = '', SIGNUP } = settings;
  const elements = {
    'telemon-tiles': `content="${escape(MAP_TILES_URL)}" data-attribution="${escape(MAP_TILES_ATTRIBUTION)}"`,
    'telemon-mqtt': `content="${escape(MQTT_ADDRESS)}"`,
    'telemon-signup': `content="${SIGNUP}"`,
  };
  return Object.entries(elements).reduce(
    (page, [name, attributes]) =>
      page.replace(new RegExp(`<meta name="${name}"[^>]*>`), () => `<meta name="${name}" ${attributes} />`),
    html,
  );
};

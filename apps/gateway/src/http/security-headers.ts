import { type GatewayVariables, isSecure } from '../config.ts';

/** The site of a tile address, in which {s} stands for one of several hosts. */
const tileOrigin = (address: string): string => {
  const { protocol, host } = new URL(address.replace('{s}', 'any-subdomain'));
  return `${protocol}//${host.replace(/^any-subdomain\b/, '*')}`;
};

/** The policy of all pages: no inline scripts, but inline styles, because the console inserts its styles at run time. */
const contentPolicy = ({ DATA_ROUTING_URL, MAP_TILES_URL }: GatewayVariables): string => {
  const tiles = MAP_TILES_URL ? ` ${tileOrigin(MAP_TILES_URL)}` : '';
  return [
    "default-src 'self'",
    "script-src 'self'",
    "script-src-attr 'none'",
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${tiles}`,
    "font-src 'self' data:",
    "connect-src 'self'",
    `frame-src ${DATA_ROUTING_URL ? new URL(DATA_ROUTING_URL).origin : "'none'"}`,
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
};

/** The security headers of every answer. With plain http, those that demand https are left out: they would lock people out. */
export const securityHeaders = (config: GatewayVariables): Record<string, string> => ({
  'content-security-policy': contentPolicy(config),
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'camera=(), display-capture=(), geolocation=(self), microphone=(), payment=(), usb=()',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  ...(isSecure(config) && {
    'cross-origin-opener-policy': 'same-origin',
    'strict-transport-security': 'max-age=31536000',
  }),
});

import { RedisVariables, ServiceVariables, count, port } from '@telemon/platform/config';
import { PublicTokenKey } from '@telemon/platform/token-keys';
import { isIP } from 'node:net';
import { z } from 'zod';

const isNetwork = (text: string): boolean => {
  const [address = '', bits, ...rest] = text.split('/');
  const most = isIP(address) === 6 ? 128 : 32;
  return (
    isIP(address) !== 0 && rest.length === 0 && (bits === undefined || (/^\d+$/.test(bits) && +bits <= most))
  );
};

/** A host as the content policy can name it; of a tile server, a part of it may be in braces. */
const HOST = /^(\[[\da-f:.]+\]|[\w.{}-]+)$/;
const httpUrl = (example: string) =>
  z.url({ protocol: /^https?$/, hostname: HOST, error: `should be an address such as ${example}` });
const hostAndPort = z.string().regex(/^(\[[0-9a-fA-F:]+\]|[\w.-]+):\d{1,5}$/, 'should be host:port');
/** True for an invalid address, too, which has its own message. */
const isWithoutLogin = (address: string): boolean =>
  !URL.canParse(address) || (new URL(address).username === '' && new URL(address).password === '');

export const GatewayVariables = ServiceVariables.extend(RedisVariables.shape).extend({
  /** Port of the console and of /v1. */
  PORT: port.default(8_080),
  /** Address that this port listens on. */
  HOST: z.union([z.ipv4(), z.ipv6()], 'should be an IP address').default('0.0.0.0'),
  /** Public address of Telemon; with https, cookies are `Secure` and browsers get HSTS. */
  PUBLIC_URL: httpUrl('https://telemon.example.com').optional(),
  /** Verifies access tokens: base64 of the SPKI PEM of the public half of auth's TOKEN_PRIVATE_KEY. */
  TOKEN_PUBLIC_KEY: PublicTokenKey,
  /** Folder of the built console; without it only /v1 is served. */
  CONSOLE_DIR: z.string().optional(),
  /** HTTP address of the outbox; without it, there is no /outbox and no /v1/outbox. */
  OUTBOX_URL: httpUrl('http://127.0.0.1:8090').optional(),
  /** Map tiles for the console, such as https://tiles.example.com/{z}/{x}/{y}.png; without it, the built-in map. */
  MAP_TILES_URL: httpUrl('https://tiles.example.com/{z}/{x}/{y}.png').optional(),
  /** Attribution of the map tiles' owner, shown on the map. */
  MAP_TILES_ATTRIBUTION: z.string().max(200).default(''),
  /** The flow editor that Data Routing shows in a frame, by its http or https address without a login; without it, the page says what to set. */
  DATA_ROUTING_URL: httpUrl('https://flows.example.com')
    .refine(isWithoutLogin, 'should have no login in it')
    .optional(),
  /** host:port for MQTT devices, shown in the console; without it, the console's own host and port 1883. */
  MQTT_ADDRESS: hostAndPort.optional(),
  /** host:port for devices that send by UDP, shown in the console; without it, the host of MQTT_ADDRESS and port 7000. */
  UDP_ADDRESS: hostAndPort.optional(),
  /** Addresses or networks of reverse proxies, separated by commas; only these may forward a client address. */
  TRUSTED_PROXIES: z
    .string()
    .transform((list) =>
      list
        .split(',')
        .map((network) => network.trim())
        .filter(Boolean),
    )
    .refine((networks) => networks.every(isNetwork), 'should be addresses or networks such as 10.0.0.0/8')
    .default([]),
  /** off: the sign-in page offers no sign-up; auth, which has the same variable, refuses it. */
  SIGNUP: z.enum(['open', 'off']).default('open'),
  /** off: no limit on calls, delivery reports, uploads and exports in a time, and on a user's exports and live streams at once. */
  RATE_LIMITS: z.enum(['on', 'off']).default('on'),
  /** Calls of /v1 a minute, per user. */
  USER_LIMIT: count(1_000_000).default(600),
  /** Calls of /v1 a minute without a valid token, per network address. */
  ADDRESS_LIMIT: count(1_000_000).default(120),
  /** Delivery reports of Twilio a minute, per network address. They don't count as calls without a token. */
  DELIVERY_REPORT_LIMIT: count(1_000_000).default(6_000),
  /** Files that a user may upload an hour. */
  UPLOAD_LIMIT: count(1_000_000).default(30),
  /** Exports that a user may begin an hour. */
  EXPORT_LIMIT: count(1_000_000).default(10),
  /** Exports that a user may have under way at once, per gateway. */
  EXPORTS_AT_ONCE: count(1_000).default(2),
  /** Live streams that a user may have open at once. */
  STREAM_LIMIT: count(1_000).default(5),
});
export type GatewayVariables = z.infer<typeof GatewayVariables>;

/** Whether people reach Telemon over TLS. */
export const isSecure = ({ PUBLIC_URL }: GatewayVariables): boolean =>
  PUBLIC_URL !== undefined && new URL(PUBLIC_URL).protocol === 'https:';

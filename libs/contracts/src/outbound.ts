import './words.ts';
import { z } from 'zod';
import { fromText } from './fields.ts';

const HOST_MAX_LENGTH = 253;
const NAME = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)*$/;
/** Characters that separate the parts of a URL, which a host cannot contain. */
const OF_URLS = /[\s/\\?#@%[\]]/;

/**
 * The one spelling of a host: an address in its usual form, however its number was written (`2130706433` is `127.0.0.1`), or a name in
 * lower case, in Punycode and without a dot at its end. null: this is no host.
 */
export const canonicalHost = (text: string): string | null => {
  const bare = text.trim().replace(/^\[(.*)\]$/s, '$1');
  if (bare === '' || OF_URLS.test(bare)) return null;
  const isIpv6 = bare.includes(':');
  const url = `http://${isIpv6 ? `[${bare}]` : bare}`;
  // A URL's host is read as every client of the web reads it; an IPv4 address is one in all its spellings.
  if (!URL.canParse(url)) return null;
  const { hostname } = new URL(url);
  if (isIpv6) return hostname.slice(1, -1);
  const host = hostname.replace(/\.$/, '');
  return host.length <= HOST_MAX_LENGTH && NAME.test(host) ? host : null;
};

/** A host to connect to, kept in its one spelling. Whether Telemon may connect to it is judged by the service. */
export const Host = z.string().transform((text, context) => {
  const host = text.length <= HOST_MAX_LENGTH ? canonicalHost(text) : null;
  if (host !== null) return host;
  context.addIssue({ code: 'custom', message: 'This should be a host name or an IP address' });
  return z.NEVER;
});

export const Port = fromText(z.int().min(1).max(65_535) as unknown as z.ZodType<number>);

export const TOPIC_MAX_LENGTH = 256;
/** An MQTT topic to publish to: a name, not a filter. Topics that begin with `$` are the broker's own. */
export const TopicName = z
  .string()
  .trim()
  .min(1)
  .max(TOPIC_MAX_LENGTH)
  .refine((topic) => !/[+#]/.test(topic), 'A topic to publish to has no + and no #')
  .refine((topic) => !topic.startsWith('$'), 'Topics that begin with $ belong to the broker')
  .refine((topic) => topic.isWellFormed() && !/\p{Cc}/u.test(topic), 'Letters, digits and signs only');

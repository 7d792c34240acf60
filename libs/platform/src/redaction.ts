const REDACTED = '[redacted]';

/** Parts of names of fields with a secret. */
const SECRET_NAME =
  /passw(or)?d|passphrase|token|secret|authorization|cookie|otp$|credential|privatekey|apikey/i;
/** A login within an address, a header's credentials, and a token. */
const LOGIN = /(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/@"']*@/gi;
const BEARER = /\b(Bearer|Basic) +[\w.~+/=-]+/gi;
const JWT = /\beyJ[\w-]{5,}\.[\w-]+\.[\w-]*/g;

/** Deeper than any field of ours; deeper values are redacted as a whole. */
const DEEPEST = 8;

/** A text without the secrets that are recognisable by their form. */
const textWithoutSecrets = (text: string): string =>
  text.replace(LOGIN, `$1${REDACTED}@`).replace(BEARER, `$1 ${REDACTED}`).replace(JWT, REDACTED);

const isSecret = (name: string, value: unknown): boolean =>
  SECRET_NAME.test(name) && value !== null && !['undefined', 'boolean'].includes(typeof value);

/** The fields of a log line without secrets at any depth: neither under secret names nor within texts. */
export const withoutSecrets = (value: unknown, depth = 0): unknown => {
  if (typeof value === 'string') return textWithoutSecrets(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > DEEPEST) return REDACTED;
  if (Array.isArray(value)) return value.map((inner) => withoutSecrets(inner, depth + 1));
  if (value instanceof Date) return value;
  if (value instanceof Uint8Array) return `${value.byteLength} bytes`;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      isSecret(name, inner) ? REDACTED : withoutSecrets(inner, depth + 1),
    ]),
  );
};

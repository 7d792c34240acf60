/** How many bytes of a datagram are searched for the id; a datagram whose id comes later counts as one without a name. */
const LOOKED_AT_BYTES = 4_096;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

const KEY = Buffer.from('deviceId');

/** Which bytes a device name may hold: `[A-Za-z0-9_-]`. */
const IS_OF_NAME = Array.from({ length: 256 }, (_, byte) => /[A-Za-z0-9_-]/.test(String.fromCharCode(byte)));

const isBlank = (byte: number | undefined) =>
  byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;

const afterBlanks = (bytes: Buffer, from: number, end: number): number => {
  let at = from;
  while (at < end && isBlank(bytes[at])) at++;
  return at;
};

const nameAt = (bytes: Buffer, from: number, end: number): string | null => {
  let at = from;
  while (at < end && IS_OF_NAME[bytes[at]!]) at++;
  return at - from >= 3 && at - from <= 15 ? bytes.toString('latin1', from, at) : null;
};

/** The index of the closing quote of the string whose content begins at `from`; `end` if it has none. */
const closingQuote = (bytes: Buffer, from: number, end: number): number => {
  let at = from;
  while (at < end && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return Math.min(at, end);
};

/** `pump01,TC1=20.1`: the name is the text before the first comma. */
const idOfText = (bytes: Buffer, start: number, end: number): string | null => {
  const name = nameAt(bytes, start, end);
  if (name === null) return null;
  const after = start + name.length;
  return after === end || bytes[after] === COMMA || isBlank(bytes[after]) ? name : null;
};

const isKey = (bytes: Buffer, from: number, to: number) =>
  to - from === KEY.length && bytes.compare(KEY, 0, KEY.length, from, to) === 0;

/** `{"deviceId":"pump01",…}`: the name is the string under that key of the outermost object. */
const idOfObject = (bytes: Buffer, start: number, end: number): string | null => {
  let depth = 0;
  for (let at = start; at < end; at++) {
    const byte = bytes[at];
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth++;
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      if (--depth === 0) return null;
    } else if (byte === QUOTE) {
      const close = closingQuote(bytes, at + 1, end);
      const colon = afterBlanks(bytes, close + 1, end);
      if (depth === 1 && bytes[colon] === COLON && isKey(bytes, at + 1, close)) {
        const value = afterBlanks(bytes, colon + 1, end);
        if (bytes[value] !== QUOTE) return null;
        const name = nameAt(bytes, value + 1, end);
        return name !== null && bytes[value + 1 + name.length] === QUOTE ? name : null;
      }
      at = close;
    }
  }
  return null;
};

/**
 * The device that a datagram names, or null without a valid name. Makes one pass over the first bytes and does not parse
 * the rest, so that an unreadable datagram of a known device is passed on, and later rejected with a reason.
 */
export const deviceIdOf = (datagram: Buffer): string | null => {
  const end = Math.min(datagram.length, LOOKED_AT_BYTES);
  const start = afterBlanks(datagram, 0, end);
  return datagram[start] === OPEN_BRACE ? idOfObject(datagram, start, end) : idOfText(datagram, start, end);
};

import { type KeyObject, createHmac, timingSafeEqual } from 'node:crypto';

/** Bytes of the HMAC that a datagram has. */
const MAC_BYTES = 8;
const MAC_DIGITS = 2 * MAC_BYTES;
/** Digits of the largest counter, 2^53 − 1. */
const COUNTER_DIGITS_MAX = 16;

/** Most blanks that are skipped at the end of a datagram: a flood of datagrams that end with blanks must cost little. */
const MOST_BLANKS = 512;

const SEMICOLON = 0x3b;
const isDigit = (byte: number | undefined) => byte !== undefined && byte >= 0x30 && byte <= 0x39;
const isBlank = (byte: number | undefined) =>
  byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;

/** A datagram with a signature at its end: `<payload>;<counter>;<mac>`. */
interface SignedDatagram {
  /** The bytes before the signature. */
  readonly payload: Buffer;
  /** The bytes that the MAC covers: payload and counter, with the semicolon between them. */
  readonly signed: Buffer;
  readonly counter: number;
  readonly mac: Buffer;
}

/** The parts of a datagram that ends with a signature, or null; blanks and line ends behind it don't count. Nothing is checked yet. */
export const signedDatagram = (
  datagram: Buffer,
  mostBlanks = Number.POSITIVE_INFINITY,
): SignedDatagram | null => {
  let end = datagram.length;
  const least = Math.max(0, end - mostBlanks);
  while (end > least && isBlank(datagram[end - 1])) end--;
  const signedUpTo = end - MAC_DIGITS - 1;
  if (signedUpTo < 0 || datagram[signedUpTo] !== SEMICOLON) return null;
  let digits = signedUpTo;
  while (signedUpTo - digits < COUNTER_DIGITS_MAX && isDigit(datagram[digits - 1])) digits--;
  if (digits === signedUpTo || datagram[digits - 1] !== SEMICOLON) return null;
  const counter = Number(datagram.toString('latin1', digits, signedUpTo));
  const mac = Buffer.from(datagram.toString('latin1', signedUpTo + 1, end), 'hex');
  if (!Number.isSafeInteger(counter) || mac.length !== MAC_BYTES) return null;
  return {
    payload: datagram.subarray(0, digits - 1),
    signed: datagram.subarray(0, signedUpTo),
    counter,
    mac,
  };
};

/** A datagram without its signature, right or wrong, if it ends with one and at most `MOST_BLANKS` blanks. */
export const withoutSignature = (datagram: Buffer): Buffer =>
  signedDatagram(datagram, MOST_BLANKS)?.payload ?? datagram;

/** Whether the signature was made with the key, compared in constant time. */
export const isSignedWith = (key: KeyObject, { signed, mac }: SignedDatagram): boolean =>
  timingSafeEqual(createHmac('sha256', key).update(signed).digest().subarray(0, MAC_BYTES), mac);

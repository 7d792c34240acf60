import { UnreadableRaster } from './raster.ts';

const SIGNATURE_BYTES = 8;
/** Length, name and checksum. */
const AROUND_CHUNK_BYTES = 12;
const KEPT = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'];

/**
 * A PNG with nothing but its pixels. Texts, profiles and further pictures are dropped before anything unpacks them, because each
 * chunk may be compressed a thousandfold.
 * @throws UnreadableRaster if it is cut off.
 */
export const pixelsOfPng = (content: Buffer): Buffer => {
  const kept = [content.subarray(0, SIGNATURE_BYTES)];
  let at = SIGNATURE_BYTES;
  while (at + AROUND_CHUNK_BYTES <= content.length) {
    const name = content.toString('latin1', at + 4, at + 8);
    const end = at + AROUND_CHUNK_BYTES + content.readUInt32BE(at);
    if (end > content.length) break;
    if (KEPT.includes(name)) kept.push(content.subarray(at, end));
    if (name === 'IEND') return Buffer.concat(kept);
    at = end;
  }
  throw new UnreadableRaster('damaged');
};

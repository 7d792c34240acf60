const CODE = { sof0: 0xc0, sof1: 0xc1, soi: 0xd8, eoi: 0xd9, sos: 0xda, app0: 0xe0 } as const;
/** Markers without a segment: TEM, and RST0 to EOI. */
const isAlone = (code: number) => code === 0x01 || (code >= 0xd0 && code <= CODE.eoi);
const EOI = Buffer.from([0xff, CODE.eoi]);
const JFIF = Buffer.from('JFIF\0');
/** Behind the marker, the length and the name. */
const JFIF_REVISION_AT = 4 + JFIF.length;
/** The end of a scan's header in a sequential JPEG: all coefficients, in one pass. */
const ONE_PASS = Buffer.from([0, 63, 0]);

/**
 * A JPEG without the faults around its pixels that some cameras make and every viewer overlooks: bytes between its segments, an
 * unknown revision of JFIF, wrong parameters of a scan that can have only one kind, a missing end. Faults in the pixels stay, so that
 * a reader that allows no fault still refuses a damaged JPEG.
 */
export const mendedJpeg = (content: Buffer): Buffer => {
  const parts = [content.subarray(0, 2)];
  let isSequential = false;
  for (let at = 2; ;) {
    const marker = content.indexOf(0xff, at);
    if (marker < 0) return content;
    let name = marker;
    while (content[name] === 0xff) name++;
    const code = content[name];
    if (code === 0) {
      at = name;
      continue;
    }
    // The content is cut off or no JPEG: its reader says so.
    if (code === undefined || isAlone(code) || name + 3 > content.length) return content;
    const end = name + 1 + content.readUInt16BE(name + 1);
    if (end > content.length) return content;
    const segment = Buffer.from(content.subarray(name - 1, end));
    parts.push(segment);
    if (code === CODE.sof0 || code === CODE.sof1) isSequential = true;
    if (code === CODE.app0 && segment.indexOf(JFIF) === 4) segment[JFIF_REVISION_AT] = 1;
    if (code === CODE.sos) {
      if (isSequential) ONE_PASS.copy(segment, segment.length - ONE_PASS.length);
      // A progressive one that ends too early may lack whole passes, which no reader would notice.
      return Buffer.concat([...parts, content.subarray(end), ...(isSequential ? [EOI] : [])]);
    }
    at = end;
  }
};

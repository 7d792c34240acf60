import { gzipSync } from 'node:zlib';
import { chunk, exifOf, jpegOf, packedZeros, pngOf, segment } from './image-files.ts';
import { zipFile } from './zip-file.ts';

const MB = 1_048_576;
const GB = 1_024 * MB;

interface HostileImage {
  /** Its fault, as the test's name. */
  name: string;
  fileName: string;
  make: () => Buffer;
}

interface BadImage extends HostileImage {
  /** The message that the uploader gets. */
  says: RegExp;
}

interface ImageWithMore extends HostileImage {
  /** The stored image. */
  kept: { contentType: string; width: number; height: number };
}

const damaged = /damaged or cut off\. Save it anew/;
const tooLarge = /more than 40 megapixels\. Make it smaller/;
const otherKind = (ending: string) =>
  new RegExp(`of another kind \\(${ending}\\), whatever its name says\\. Save`);
const noImage = /no image, whatever its name says\. Save the plan as/;

const bad = (name: string, make: () => Buffer, says: RegExp, fileName = 'plan.png'): BadImage => ({
  name,
  fileName,
  make,
  says,
});
const beginning =
  (text: string, encoding: BufferEncoding = 'latin1') =>
  () =>
    Buffer.concat([Buffer.from(text, encoding), Buffer.alloc(4_096)]);
const svg =
  (inside: string, attributes = 'viewBox="0 0 40 30"') =>
  () =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}><rect width="9" height="9"/>${inside}</svg>`,
    );
const drawing = (name: string, make: () => Buffer, says: RegExp) => bad(name, make, says, 'plan.svg');

const small = { width: 40, height: 30 };

/** Images that must not be accepted as a plan: made to harm, broken, or no images at all. */
export const BAD_IMAGES: readonly BadImage[] = [
  bad(
    '50,000 × 50,000 pixels in 300 KB',
    () => pngOf({ width: 50_000, height: 50_000, bits: 1, colour: 0 }),
    tooLarge,
  ),
  bad(
    'a header that says 50,000 × 50,000',
    () => pngOf({ width: 50_000, height: 50_000, pixels: packedZeros(99) }),
    tooLarge,
  ),
  bad(
    'a side of two billion',
    () => pngOf({ width: 2_000_000_000, height: 1, pixels: packedZeros(99) }),
    /./,
  ),
  bad('41 megapixels', () => pngOf({ width: 8_200, height: 5_000, bits: 1, colour: 0 }), tooLarge),
  bad(
    'a JPEG that says 65,000 × 65,000',
    () => jpegOf({ width: 65_000, height: 65_000, blocks: 9 }),
    tooLarge,
    'a.jpg',
  ),
  bad(
    'a JPEG that says 6,000 × 6,000 and has nine blocks',
    () => jpegOf({ width: 6_000, height: 6_000, blocks: 9 }),
    damaged,
    'a.jpg',
  ),
  bad(
    'a JPEG of 100,000 passes',
    () => jpegOf({ width: 6_400, height: 6_200, passes: 100_000 }),
    /more passes/,
    'a.jpg',
  ),
  bad('no width', () => pngOf({ width: 0, height: 30 }), damaged),
  bad('half of it missing', () => half(pngOf({ width: 900, height: 900 })), damaged),
  bad('its end missing', () => pngOf({ ...small, after: [] }), damaged),
  bad('fewer lines than it says', () => pngOf({ ...small, pixels: packedZeros(1_000) }), damaged),
  bad('pixels that are not packed', () => pngOf({ ...small, pixels: Buffer.alloc(900, 7) }), damaged),
  bad('no palette where there should be one', () => pngOf({ ...small, colour: 3 }), damaged),
  bad('another checksum', () => changed(pngOf(small), 30), damaged),
  bad(
    'a chunk that says four gigabytes',
    () => pngOf({ ...small, after: [Buffer.from('ffffffff49444154', 'hex'), chunk('IEND')] }),
    damaged,
  ),
  bad('its first bytes alone', () => pngOf(small).subarray(0, 8), noImage),
  bad('half of a JPEG', () => half(jpegOf({ width: 900, height: 900 })), damaged, 'a.jpeg'),
  bad('the first bytes of a JPEG', () => Buffer.from('ffd8ffe0', 'hex'), damaged, 'a.jpeg'),
  bad('a GIF', beginning('GIF89a'), otherKind('gif')),
  bad('a WebP', beginning('RIFF\0\x10\0\0WEBPVP8 '), otherKind('webp')),
  bad('a TIFF', beginning('II*\0\x08\0\0\0'), otherKind('tif'), 'a.jpg'),
  bad('a BMP', beginning('BM'), otherKind('bmp')),
  bad('a PSD', beginning('8BPS\0\x01'), otherKind('psd')),
  bad('an AVIF', beginning('\0\0\0\x1cftypavif\0\0\0\0avifmif1'), otherKind('avif'), 'a.jpg'),
  bad('a PDF', beginning('%PDF-1.7\n'), otherKind('pdf')),
  bad('an archive', () => zipFile([{ name: 'plan.png', content: 'x' }]), otherKind('zip')),
  bad('a program', beginning('MZ\x90\0'), otherKind('exe'), 'a.jpg'),
  bad('a program of Linux', beginning('\x7fELF\x02\x01\x01'), otherKind('elf')),
  bad(
    'a film',
    beginning(
      '\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\xf7\x81\x01\x42\xf2\x81\x04\x42\xf3\x81\x08\x42\x82\x84webm',
    ),
    otherKind('webm'),
  ),
  bad('a packed drawing', () => gzipSync(svg('')()), otherKind('gz'), 'plan.svg'),
  bad('a web page', () => Buffer.from('<!DOCTYPE html><html><script>fetch("/")</script></html>'), /SVG/),
  drawing(
    'a web page',
    () => Buffer.from('<html><body onload="fetch()"></body></html>'),
    /no SVG drawing\. Save it as/,
  ),
  bad('a text', () => Buffer.from('a plan'), noImage),
  bad('a space', () => Buffer.from(' '), noImage),
  bad('zeros', () => Buffer.alloc(100_000), noImage),
  drawing(
    'a thousand million laughs',
    () => Buffer.from(`<!DOCTYPE svg [<!ENTITY a "ha">]>${svg('&a;')()}`),
    /should not declare entities\. Save it as/,
  ),
  drawing('50,001 elements', svg('<g/>'.repeat(50_001)), /too many elements\. Save it as/),
  drawing(
    'a use that multiplies itself',
    svg(
      `<g id="g0"><path d="M0 0"/></g>${Array.from({ length: 9 }, (_, n) => `<g id="g${n + 1}">${`<use href="#g${n}"/>`.repeat(10)}</g>`).join('')}`,
    ),
    /too many elements/,
  ),
  drawing('a use that holds itself', svg('<g id="a"><use href="#a"/></g>'), /repeats itself without end/),
  drawing(
    '24,000 groups in each other',
    svg('<g>'.repeat(24_000) + '</g>'.repeat(24_000)),
    /nested too deeply/,
  ),
  drawing(
    'an element of 300,000 attributes',
    svg(`<g ${Array.from({ length: 300_000 }, (_, n) => `a${n}="1"`).join(' ')}/>`),
    /./,
  ),
  drawing('UTF-16', () => Buffer.from(`\uFEFF${svg('')()}`, 'utf16le'), /UTF-8|no image/),
  drawing('no size', svg('', ''), /should say its width and height/),
];

/** A bad image of each file type: for specs of the layers above the reader, whose own spec has them all. */
export const BAD_IMAGE_OF_EACH_KIND: readonly BadImage[] = [
  ...new Map(BAD_IMAGES.map((image) => [image.fileName, image])).values(),
];

const half = (whole: Buffer) => whole.subarray(0, whole.length / 2);
const changed = (whole: Buffer, at: number) => {
  const other = Buffer.from(whole);
  other[at]! ^= 0xff;
  return other;
};

const SCRIPT = '<script>fetch("http://127.0.0.1/")</script>';
const png = (name: string, make: () => Buffer, fileName = 'plan.png'): ImageWithMore => ({
  name,
  fileName,
  make,
  kept: { contentType: 'image/png', ...small },
});
const jpeg = (name: string, before: readonly Buffer[], size = small): ImageWithMore => ({
  name,
  fileName: 'plan.jpeg',
  make: () => jpegOf({ ...small, before }),
  kept: { contentType: 'image/jpeg', ...size },
});
const packedText = (kind: 'zTXt' | 'iTXt' | 'iCCP', length: number) =>
  chunk(kind, Buffer.concat([Buffer.from(kind === 'iTXt' ? 'k\0\x01\0\0\0' : 'k\0\0'), packedZeros(length)]));
const exif = exifOf({ orientation: 6, text: SCRIPT });

/** Images with more than a picture: only the picture may be stored. */
export const IMAGES_WITH_MORE: readonly ImageWithMore[] = [
  png('a web page behind it', () => Buffer.concat([pngOf(small), Buffer.from(`<html>${SCRIPT}</html>`)])),
  png('an archive behind it', () => Buffer.concat([pngOf(small), zipFile([{ name: 'a.js', content: 'x' }])])),
  png('a script in a text', () => pngOf({ ...small, before: [chunk('tEXt', `Comment\0${SCRIPT}`)] })),
  png('a packed text of 1 GB', () => pngOf({ ...small, before: [packedText('zTXt', GB)] })),
  png('nine packed texts of 1 GB', () =>
    pngOf({ ...small, before: Array<Buffer>(9).fill(packedText('iTXt', GB)) }),
  ),
  png('a colour profile of 1 GB', () => pngOf({ ...small, before: [packedText('iCCP', GB)] })),
  png('a colour profile of anything', () => pngOf({ ...small, before: [chunk('iCCP', `k\0\0${SCRIPT}`)] })),
  png('where its camera stood', () => pngOf({ ...small, before: [chunk('eXIf', exif)] })),
  png('100,000 chunks of nothing', () =>
    pngOf({ ...small, before: Array<Buffer>(100_000).fill(chunk('noTH', SCRIPT)) }),
  ),
  png('10,000 further pictures', () =>
    pngOf({
      ...small,
      before: [chunk('acTL', Buffer.from('0000271000000000', 'hex'))],
      after: [...Array<Buffer>(10_000).fill(chunk('fdAT', packedZeros(9_000))), chunk('IEND')],
    }),
  ),
  png('the name of a JPEG', () => pngOf(small), 'plan.JPG'),
  png('the name of a drawing', () => pngOf(small), 'plan.svg'),
  {
    ...png('a single pixel', () => pngOf({ width: 1, height: 1 })),
    kept: { contentType: 'image/png', width: 1, height: 1 },
  },
  jpeg('a program in a comment', [segment(0xfe, '*/=alert(1)/*')]),
  // Its orientation swaps width and height.
  jpeg(
    'where its camera stood, and a script',
    [segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), exif]))],
    {
      width: 30,
      height: 40,
    },
  ),
  jpeg('a description with a script', [
    segment(0xe1, `http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>${SCRIPT}</x:xmpmeta>`),
  ]),
  jpeg('a colour profile of anything', [segment(0xe2, `ICC_PROFILE\0\x01\x01${SCRIPT}`)]),
  jpeg('a camera that says nothing sensible', [segment(0xe1, `Exif\0\0II*\0\xff\xff\xff\xff${SCRIPT}`)]),
  {
    name: 'styles of 9 MB that are nested without end',
    fileName: 'plan.svg',
    make: svg(`<style>${'a{'.repeat(4.5 * MB)}</style>`),
    kept: { contentType: 'image/svg+xml', ...small },
  },
  {
    name: 'a drawing with a script under the name of a picture',
    fileName: 'plan.png',
    make: svg(`${SCRIPT}<g onclick="fetch()"><path d="M0 0h9"/></g>`),
    kept: { contentType: 'image/svg+xml', ...small },
  },
];

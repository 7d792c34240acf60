import { describe, expect, it } from '@jest/globals';
import { BAD_IMAGES, IMAGES_WITH_MORE } from '@telemon/testing/hostile-images';
import sharp from 'sharp';
import { planIn as planOf } from './plan-file.ts';
import { NoPlan } from './plan.ts';

const XMLNS = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
const drawing = (inside: string, attributes = 'viewBox="0 0 200 100"') =>
  Buffer.from(`<svg ${XMLNS} ${attributes}>${inside}<rect id="wall" width="200" height="100"/></svg>`);
const planIn = async (content: Buffer) => {
  const plan = await planOf(content);
  return { ...plan, bytes: Buffer.from(plan.bytes) };
};
const drawn = async (inside: string, attributes?: string) =>
  (await planIn(drawing(inside, attributes))).bytes.toString();
const refusalOf = async (content: Buffer): Promise<string> => {
  const reason = await planOf(content).catch((error: unknown) => error);
  expect(reason).toBeInstanceOf(NoPlan);
  return (reason as NoPlan).message;
};
const solid = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#fff' } });

describe('a drawn plan', () => {
  it('keeps its shapes, fragments, styles and size', async () => {
    const source = drawing(
      '<?xml-stylesheet href="x.css"?><!-- by hand --><style><![CDATA[ .w { fill: url(#g) } ]]></style>' +
        '<defs><linearGradient id="g"><stop offset="0" stop-color="#abc"/></linearGradient></defs>' +
        '<g class="w" transform="translate(1 2)"><path d="M0 0h5" style="stroke: #000; fill: none"/></g>' +
        '<use xlink:href="#wall"/><text x="3">Küche &amp; Flur</text>',
    );
    const plan = await planIn(source);
    expect(plan).toMatchObject({ contentType: 'image/svg+xml', extension: 'svg', width: 200, height: 100 });
    const text = plan.bytes.toString();
    for (const kept of [
      '.w { fill: url(#g) }',
      '<linearGradient id="g">',
      'stop-color="#abc"',
      'translate(1 2)',
      'd="M0 0h5"',
      ' href="#wall"',
      'Küche &amp; Flur',
      'viewBox="0 0 200 100"',
    ]) {
      expect(text).toContain(kept);
    }
    expect(text).not.toMatch(/<\?xml-stylesheet|<!--|CDATA/);
  });

  it.each([
    ['width="10cm" height="5cm"', 378, 189],
    ['width="300" height="150px"', 300, 150],
    ['viewBox="0 0 50000 25000"', 10_000, 5_000],
    ['width="100%" height="100%" viewBox="0 0 40 30"', 40, 30],
  ])('has its declared size: %s', async (attributes, width, height) => {
    expect(await planIn(drawing('', attributes))).toMatchObject({ width, height });
  });

  it('is accepted with the document type that editors write, and refused with one that declares entities', async () => {
    const public11 =
      '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">';
    const text = (await planIn(Buffer.from(`<?xml version="1.0"?>${public11}${drawing('')}`))).bytes;
    expect(text.toString()).not.toContain('DOCTYPE');
    const entities = `<!DOCTYPE svg [<!ENTITY a "b">]>${drawing('&a;')}`;
    expect(await refusalOf(Buffer.from(entities))).toContain('The drawing should not declare entities');
  });

  it.each([
    '<script>alert(1)</script>',
    '<g onload="alert(1)"/>',
    '<image href="https://canary.example/a.png"/>',
    '<use href="https://canary.example/a.svg#a"/>',
    '<a href="https://canary.example/"><path d="M0 0"/></a>',
    '<style>@import "https://canary.example/a.css"; .a { fill: red }</style>',
    '<style>@import/**/url(//canary.example/a.css);</style>',
    '<style>.a { fill: u\\72l(https://canary.example/a) }</style>',
    '<rect fill="url(https://canary.example/a#b)"/>',
    '<rect style="background: image-set(&quot;//canary.example/a&quot; 1x)"/>',
    '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><img src="https://canary.example/"/></body></foreignObject>',
    '<set attributeName="href" to="https://canary.example/"/>',
    '<filter id="f"><feImage href="https://canary.example/a"/></filter>',
  ])('loses scripts, external references and links: %s', async (inside) => {
    const text = await drawn(inside);
    expect(text).toContain('id="wall"');
    expect(text).not.toMatch(/canary|alert|script|onload|foreignObject|@import/i);
  });

  it.each([
    ['malformed XML', `<svg ${XMLNS} viewBox="0 0 1 1"><rect></svg>`, 'The drawing is not valid SVG'],
    ['another root element', '<html xmlns="http://www.w3.org/1999/xhtml"/>', 'The file is no SVG drawing'],
    ['no size', drawing('', '').toString(), 'The drawing should say its width and height, or its viewBox'],
    [
      'no visible element',
      `<svg ${XMLNS} viewBox="0 0 1 1"><script>1</script></svg>`,
      'Nothing is left of the drawing without its forbidden content',
    ],
    [
      'another encoding',
      `<?xml version="1.0" encoding="UTF-7"?>${drawing('')}`,
      'The drawing should be in UTF-8',
    ],
    [
      'an element with too many attributes',
      drawing(`<g ${Array.from({ length: 1_001 }, (_, n) => `a${n}=""`).join(' ')}/>`).toString(),
      'An element of the drawing has too many attributes',
    ],
    ['too many elements', drawing('<g/>'.repeat(50_001)).toString(), 'The drawing has too many elements'],
    [
      'elements that multiply each other',
      drawing(
        '<g id="g0"><rect/></g>' +
          Array.from(
            { length: 9 },
            (_, n) => `<g id="g${n + 1}">${`<use href="#g${n}"/>`.repeat(10)}</g>`,
          ).join(''),
      ).toString(),
      'The drawing has too many elements',
    ],
    [
      'an element that contains itself',
      drawing('<g id="a"><use href="#a"/></g>').toString(),
      'The drawing repeats itself without end',
    ],
  ])('is refused with %s', async (_what, source, message) => {
    expect(await refusalOf(Buffer.from(source))).toContain(message);
  });

  it('loses styles that are nested deeply or are excessively long', async () => {
    for (const css of ['.a{'.repeat(1_000), `.a{fill:red}${' '.repeat(1_000_000)}`]) {
      expect(await drawn(`<style>${css}</style>`)).not.toContain('.a{');
    }
  });

  it('is refused if it is nested too deeply, and the next one is read', async () => {
    const deep = drawing('<g>'.repeat(24_000) + '</g>'.repeat(24_000));
    expect(await refusalOf(deep)).toContain('The drawing is nested too deeply');
    expect(await drawn('')).toContain('wall');
  });
});

describe('a plan in pixels', () => {
  it('is encoded anew, upright and without metadata', async () => {
    const photo = await solid(40, 20)
      .withExif({ IFD0: { Copyright: 'Somebody' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const plan = await planIn(photo);
    expect(plan).toMatchObject({ contentType: 'image/jpeg', extension: 'jpg', width: 20, height: 40 });
    expect(plan.bytes.includes('Somebody')).toBe(false);
    expect((await sharp(plan.bytes).metadata()).exif).toBeUndefined();
    const hidden = Buffer.concat([
      await solid(4, 4).png().toBuffer(),
      Buffer.from('<script>alert(1)</script>'),
    ]);
    expect((await planIn(hidden)).bytes.includes('script')).toBe(false);
  });

  it('is refused with advice if it is broken, too large or of another kind', async () => {
    const others = await Promise.all([
      solid(4, 4).webp().toBuffer(),
      solid(4, 4).gif().toBuffer(),
      solid(4, 4).tiff().toBuffer(),
    ]);
    for (const other of others) expect(await refusalOf(other)).toMatch(/of another kind .*Save the plan as/);
    const noise = { type: 'gaussian', mean: 99, sigma: 40 } as const;
    const photo = sharp({ create: { width: 200, height: 200, channels: 3, background: '#000', noise } });
    for (const whole of await Promise.all([photo.png().toBuffer(), photo.jpeg().toBuffer()])) {
      const half = whole.subarray(0, whole.length / 2);
      expect(await refusalOf(half)).toBe('The image is damaged or cut off. Save it anew and choose it again');
    }
    const large = await solid(8_000, 5_001).png().toBuffer();
    expect(await refusalOf(large)).toContain('The image has more than 40 megapixels');
  });

  it.each(BAD_IMAGES.map((bad) => [bad.name, bad] as const))('is refused: %s', async (_, { make, says }) => {
    expect(await refusalOf(make())).toMatch(says);
  });

  it.each(IMAGES_WITH_MORE.map((image) => [image.name, image] as const))(
    'keeps nothing but pixels: %s',
    async (_, { make, kept }) => {
      const { contentType, width, height, bytes } = await planIn(make());
      expect({ contentType, width, height }).toEqual(kept);
      expect(bytes.toString('latin1')).not.toMatch(/script|alert|Exif|ICC_PROFILE|acTL|zTXt|iTXt|iCCP/);
    },
  );
});

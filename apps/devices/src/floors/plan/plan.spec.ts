import { describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { planIn } from './plan.ts';

const XMLNS = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
const drawing = (inside: string, attributes = 'viewBox="0 0 200 100"') =>
  Buffer.from(`<svg ${XMLNS} ${attributes}>${inside}<rect id="wall" width="200" height="100"/></svg>`);
const drawn = async (inside: string, attributes?: string) =>
  (await planIn(drawing(inside, attributes), 'plan.svg')).bytes.toString();
const refusal = (message: string) => ({ failure: { kind: 'invalid', message } });
const solid = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#fff' } });

describe('a drawn plan', () => {
  it('keeps what it draws, its fragments, its styles and its size', async () => {
    const source = drawing(
      '<?xml-stylesheet href="x.css"?><!-- by hand --><style><![CDATA[ .w { fill: url(#g) } ]]></style>' +
        '<defs><linearGradient id="g"><stop offset="0" stop-color="#abc"/></linearGradient></defs>' +
        '<g class="w" transform="translate(1 2)"><path d="M0 0h5" style="stroke: #000; fill: none"/></g>' +
        '<use xlink:href="#wall"/><text x="3">Küche &amp; Flur</text>',
    );
    const plan = await planIn(source, 'Plan.SVG');
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
  ])('has the size that it says: %s', async (attributes, width, height) => {
    expect(await planIn(drawing('', attributes), 'plan.svg')).toMatchObject({ width, height });
  });

  it('is taken with the document type that editors write, and refused with one that declares', async () => {
    const public11 =
      '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">';
    const text = (await planIn(Buffer.from(`<?xml version="1.0"?>${public11}${drawing('')}`), 'a.svg')).bytes;
    expect(text.toString()).not.toContain('DOCTYPE');
    const entities = `<!DOCTYPE svg [<!ENTITY a "b">]>${drawing('&a;')}`;
    await expect(planIn(Buffer.from(entities), 'a.svg')).rejects.toMatchObject(
      refusal('The drawing should not declare entities'),
    );
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
  ])('leaves out what runs or leads anywhere: %s', async (inside) => {
    const text = await drawn(inside);
    expect(text).toContain('id="wall"');
    expect(text).not.toMatch(/canary|alert|script|onload|foreignObject|@import/i);
  });

  it.each([
    [
      'what is not well-formed',
      `<svg ${XMLNS} viewBox="0 0 1 1"><rect></svg>`,
      'The drawing is not valid SVG',
    ],
    ['another document', '<html xmlns="http://www.w3.org/1999/xhtml"/>', 'The file is no SVG drawing'],
    ['no size', drawing('', '').toString(), 'The drawing should say its width and height, or its viewBox'],
    [
      'nothing that is drawn',
      `<svg ${XMLNS} viewBox="0 0 1 1"><script>1</script></svg>`,
      'Nothing is left of the drawing without what is not allowed in it',
    ],
    [
      'another encoding',
      `<?xml version="1.0" encoding="UTF-7"?>${drawing('')}`,
      'The drawing should be in UTF-8',
    ],
    ['too many elements', drawing('<g/>'.repeat(50_001)).toString(), 'The drawing has too many elements'],
    [
      'what multiplies itself',
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
      'what holds itself',
      drawing('<g id="a"><use href="#a"/></g>').toString(),
      'The drawing repeats itself without end',
    ],
  ])('is refused with %s', async (_what, source, message) => {
    await expect(planIn(Buffer.from(source), 'a.svg')).rejects.toMatchObject(refusal(message));
  });

  it('is refused where it is too deep to be read, and others are read after it', async () => {
    const deep = drawing('<g>'.repeat(24_000) + '</g>'.repeat(24_000));
    await expect(planIn(deep, 'a.svg')).rejects.toMatchObject(refusal('The drawing is nested too deeply'));
    expect(await drawn('')).toContain('wall');
  });
});

describe('a plan in pixels', () => {
  it('is made anew without what came along, the way up that its camera says', async () => {
    const photo = await solid(40, 20)
      .withExif({ IFD0: { Copyright: 'Somebody' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const plan = await planIn(photo, 'photo.jpeg');
    expect(plan).toMatchObject({ contentType: 'image/jpeg', extension: 'jpg', width: 20, height: 40 });
    expect(plan.bytes.includes('Somebody')).toBe(false);
    expect((await sharp(plan.bytes).metadata()).exif).toBeUndefined();
    const hidden = Buffer.concat([
      await solid(4, 4).png().toBuffer(),
      Buffer.from('<script>alert(1)</script>'),
    ]);
    expect((await planIn(hidden, 'a.png')).bytes.includes('script')).toBe(false);
  });

  it('is what its content says, whatever it is called', async () => {
    const png = await solid(4, 4).png().toBuffer();
    expect(await planIn(png, 'a.jpg')).toMatchObject({ contentType: 'image/png', extension: 'png' });
    expect(await planIn(png, 'a.svg')).toMatchObject({ contentType: 'image/png', extension: 'png' });
  });

  const wrong = 'Only .png, .jpeg, .jpg and .svg images can be plans';
  it('is refused where it is another kind of file', async () => {
    const others: [string, Buffer][] = [
      ['a.png', await solid(4, 4).webp().toBuffer()],
      ['a.png', await solid(4, 4).gif().toBuffer()],
      ['a.jpg', await solid(4, 4).tiff().toBuffer()],
      ['a.jpg', Buffer.from('MZ\x90\0 a program')],
      ['a.png', Buffer.from('%PDF-1.7\n')],
      ['a.svg', Buffer.from('just a text')],
      ['a.svg', Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3])],
      ['a.svg.exe', drawing('')],
      ['a', await solid(4, 4).png().toBuffer()],
    ];
    for (const [name, content] of others) {
      await expect(planIn(content, name)).rejects.toMatchObject(refusal(wrong));
    }
  });

  it('is refused where it is broken off or has too many pixels', async () => {
    const whole = await solid(400, 400).png().toBuffer();
    const noise = await sharp({
      create: {
        width: 200,
        height: 200,
        channels: 3,
        background: '#000',
        noise: { type: 'gaussian', mean: 99, sigma: 40 },
      },
    })
      .jpeg()
      .toBuffer();
    for (const [name, content] of [
      ['a.png', whole.subarray(0, whole.length / 2)],
      ['a.jpg', noise.subarray(0, noise.length / 2)],
    ] as const) {
      await expect(planIn(content, name)).rejects.toMatchObject(refusal('The image can not be read'));
    }
    // Says 50,000 × 50,000 and holds nothing of it.
    const bomb = Buffer.from(whole);
    bomb.writeUInt32BE(50_000, 16);
    bomb.writeUInt32BE(50_000, 20);
    await expect(planIn(bomb, 'a.png')).rejects.toMatchObject({ failure: { kind: 'invalid' } });
    const large = await solid(8_000, 5_001).png().toBuffer();
    await expect(planIn(large, 'a.png')).rejects.toMatchObject(
      refusal('The image has more than 40 megapixels'),
    );
  });
});

import { describe, expect, it } from '@jest/globals';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { mostOfChildrenDuring } from '@telemon/testing/memory';
import { BAD_IMAGES, IMAGES_WITH_MORE } from '@telemon/testing/hostile-images';
import { jpegOf, pngOf } from '@telemon/testing/image-files';
import { PlanReader } from './plan-reader.ts';

const MB = 1_048_576;
const GOOD = pngOf({ width: 40, height: 30 });

describe('the reader of uploaded plans', () => {
  const reader = new PlanReader(new Lifecycle());
  const read = (fileName: string, content: Buffer) => reader.read(fileName, async () => content);

  it('takes the type from the content, once the name is that of an image', async () => {
    for (const name of ['plan.PNG', 'plan.jpg', 'a.svg']) {
      expect(await read(name, GOOD)).toMatchObject({ contentType: 'image/png', extension: 'png', width: 40 });
    }
    for (const name of ['plan.png.exe', 'plan.php', 'plan.gif', 'plan', 'png', '.']) {
      const reason = 'Choose an image of type .png, .jpeg, .jpg or .svg';
      await expect(read(name, GOOD)).rejects.toMatchObject({
        failure: { kind: 'invalid', message: reason, fields: { floormap: reason } },
      });
    }
  });

  it('reads one file after another, loads none before its turn, and refuses more when many wait', async () => {
    let inMemory = 0;
    const contentOf = async () => {
      inMemory++;
      return GOOD;
    };
    const answers = Promise.allSettled(Array.from({ length: 12 }, () => reader.read('a.png', contentOf)));
    await reader.read('a.png', contentOf).catch(() => undefined);
    expect(inMemory).toBeLessThan(2);
    expect((await answers).map(({ status }) => status)).toEqual([
      ...Array(9).fill('fulfilled'),
      ...Array(3).fill('rejected'),
    ]);
    expect((await answers).at(-1)).toMatchObject({
      reason: {
        failure: {
          kind: 'unavailable',
          retryAfterS: 5,
          message: 'Other images are being read. Try again in a moment',
        },
      },
    });
  });

  it('takes little memory for malicious files', async () => {
    const worst = [...BAD_IMAGES, ...IMAGES_WITH_MORE].filter(({ name }) => /[MG]B|\d,000|mega/.test(name));
    expect(worst.length).toBeGreaterThan(10);
    const readAll = async () => {
      for (const { fileName, make } of worst) await read(fileName, make()).catch(() => null);
    };
    // Node and the readers of images and drawings take 90 MB of it.
    expect(await mostOfChildrenDuring(readAll())).toBeLessThan(190 * MB);
  }, 600_000);

  it('stays within its memory limit for interlaced and progressive images of 40 megapixels', async () => {
    const images = [
      pngOf({ width: 8_000, height: 5_000, bits: 16, colour: 6, isInterlaced: true }),
      jpegOf({ width: 8_000, height: 5_000, passes: 20 }),
    ];
    const patient = new PlanReader(new Lifecycle(), 120_000);
    const readAll = async () => {
      for (const image of images) {
        expect(await patient.read('a.png', async () => image)).toMatchObject({ width: 8_000 });
      }
    };
    expect(await mostOfChildrenDuring(readAll())).toBeLessThan(512 * MB);
  }, 300_000);

  it('gives up a file that takes too long, and reads the next', async () => {
    const impatient = new PlanReader(new Lifecycle(), 1);
    await expect(impatient.read('a.png', async () => GOOD)).rejects.toMatchObject({
      failure: {
        kind: 'invalid',
        message:
          'The image takes too much time or memory to read. Make it smaller or simpler and choose it again',
      },
    });
    expect(await read('a.png', GOOD)).toMatchObject({ width: 40 });
  });
});

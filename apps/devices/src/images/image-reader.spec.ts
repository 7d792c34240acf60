import { afterAll, expect, it } from '@jest/globals';
import { logger } from '@telemon/platform/logging';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { hearing } from '@telemon/platform/progress';
import { jpegOf } from '@telemon/testing/image-files';
import { ImageReader } from './image-reader.ts';

logger.level = 'silent';
const lifecycle = new Lifecycle();
const reader = new ImageReader(lifecycle, { withinMs: 60_000, toldEveryMs: 5 });
afterAll(() => lifecycle.stop());

it('an image that takes long on a busy machine counts as progress meanwhile, and returns its processor time', async () => {
  let progress = 0;
  const answer = await hearing(
    () => progress++,
    () => reader.read(jpegOf({ width: 640, height: 480 })),
  );
  expect(answer).toMatchObject({ read: { image: { width: 640 } } });
  expect(progress).toBeGreaterThan(2);
  expect(answer!.cpuMs).toBeGreaterThan(1);
  expect(answer!.cpuMs).toBeLessThan(10_000);
});

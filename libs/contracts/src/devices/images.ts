import { z } from 'zod';
import { call } from '../call.ts';
import { DeviceName } from '../fields.ts';
import { Page, Pagination, limitOf } from '../page.ts';

/** Largest image that a device may send, bytes. */
export const IMAGE_MAX_BYTES = 2 * 1024 * 1024;
/** Images of a page without a `limit`. */
export const IMAGES_OF_A_PAGE = 5;

/** An image that a device sent. Its addresses are signed for the caller, and expire within an hour. */
export const DeviceImage = z.object({
  id: z.string(),
  url: z.string(),
  /** A small JPEG of the image. */
  thumbnailUrl: z.string(),
  fileName: z.string(),
  /** When the image arrived. */
  createdAt: z.string(),
});
export type DeviceImage = z.infer<typeof DeviceImage>;

export const images = {
  /** A device's images, newest first. */
  log: call(
    'devices.images.log',
    Page.extend({ limit: limitOf(IMAGES_OF_A_PAGE), deviceName: DeviceName.or(z.string().max(64)) }),
    z.object({ images: z.array(DeviceImage), pagination: Pagination }),
  ),
};

import { Inject, Injectable } from '@nestjs/common';
import { DAY_MS, MINUTE_MS } from '@telemon/contracts/durations';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { Lease, type LeaseDocument } from '@telemon/platform/leases/lease';
import { runLeasedPasses } from '@telemon/platform/leases/leased-passes';
import { Mongo } from '@telemon/platform/mongo';
import { CONFIG } from '@telemon/platform/platform.module';
import type { DevicesVariables } from '../config.ts';
import { DeletedDevices } from '../devices/deleted-devices.ts';
import { RemovalClock } from '../history/removal-clock.ts';
import { type ImageDocument, ImagesRepository } from './images.repository.ts';
import { ImagesService } from './images.service.ts';

/** The pause between two passes, ms. */
const PASS_EVERY_MS = 10 * MINUTE_MS;
const REMOVED_AT_ONCE = 100;

/** Removes the images of deleted devices, and those that are older than `IMAGES_KEPT_DAYS`. A pass may be cut off anywhere. */
@Injectable()
export class ImageRemoval {
  constructor(
    @Inject(CONFIG) private readonly config: Pick<DevicesVariables, 'IMAGES_KEPT_DAYS'>,
    private readonly repository: ImagesRepository,
    private readonly images: ImagesService,
    private readonly deletedDevices: DeletedDevices,
    private readonly clock: RemovalClock,
    mongo: Mongo,
    lifecycle: Lifecycle,
  ) {
    const lease = new Lease(mongo.collection<LeaseDocument>('leases'), 'image-removal');
    runLeasedPasses(lease, lifecycle, {
      everyMs: PASS_EVERY_MS,
      pass: async (signal) => this.pass(await this.clock.past(Date.now()), signal),
      failed: 'images not removed; the next pass removes them',
    });
  }

  /** @param past Until when images may be too old to be kept; null: not known. */
  async pass(past: number | null, signal: AbortSignal): Promise<void> {
    const isDeleted = await this.deletedDevices.forPass();
    let key = await this.repository.firstKeyFrom(0);
    while (key !== null && !signal.aborted) {
      const ofDevice = key;
      if (await isDeleted(key))
        await this.removeAll(() => this.repository.someOf(ofDevice, REMOVED_AT_ONCE), signal);
      key = await this.repository.firstKeyFrom(key + 1);
    }
    const { IMAGES_KEPT_DAYS } = this.config;
    if (IMAGES_KEPT_DAYS === undefined || past === null) return;
    const before = new Date(past - IMAGES_KEPT_DAYS * DAY_MS);
    await this.removeAll(() => this.repository.someBefore(before, REMOVED_AT_ONCE), signal);
  }

  private async removeAll(some: () => Promise<ImageDocument[]>, signal: AbortSignal): Promise<void> {
    for (let rows = await some(); rows.length > 0; rows = await some()) {
      for (const row of rows) {
        if (signal.aborted) return;
        await this.images.remove(row);
      }
    }
  }
}

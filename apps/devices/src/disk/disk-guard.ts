import { Injectable } from '@nestjs/common';
import type { Disk } from '@telemon/contracts/devices/disk';
import { HOUR_MS } from '@telemon/contracts/durations';
import { reasonOf } from '@telemon/platform/errors';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { logger } from '@telemon/platform/logging';
import { Gauge } from '@telemon/platform/metrics';
import { Mongo } from '@telemon/platform/mongo';
import { DiskLetters } from './disk-letters.ts';
import { type Cause, type DiskSpace, Growth, causeOf, freeOf } from './disk-space.ts';
import { DiskWarnings } from './disk-warnings.repository.ts';

const LOOKS_EVERY_MS = 60_000;
/** A warning is logged again after this time, ms. */
const LOGGED_EVERY_MS = HOUR_MS;

const diskFree = new Gauge({
  name: 'telemon_database_disk_free_bytes',
  help: "Free space of MongoDB's disk",
});
const diskSize = new Gauge({ name: 'telemon_database_disk_size_bytes', help: "Size of MongoDB's disk" });
const diskLow = new Gauge({
  name: 'telemon_database_disk_low',
  help: "1 while there is a warning that MongoDB's disk will be full soon, else 0",
});

/** Warns before the disk of the database is full. It stops nothing. */
@Injectable()
export class DiskGuard {
  private state: Disk | null = null;
  private loggedAt = -Infinity;
  private looking: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly mongo: Mongo,
    private readonly warnings: DiskWarnings,
    private readonly letters: DiskLetters,
    lifecycle: Lifecycle,
  ) {
    const look = () => (this.looking = this.tryLook());
    lifecycle.onStart(() => {
      void look();
      this.timer = setInterval(look, LOOKS_EVERY_MS);
    });
    lifecycle.onStop(async () => {
      clearInterval(this.timer);
      await this.looking;
    });
  }

  /** The last measurement; null if the database does not tell its disk's size. */
  get disk(): Disk | null {
    return this.state;
  }

  /**
   * Judges the space that there is, and tells the admins once of each warning.
   * @param now By the clock of the database, the same for all replicas.
   */
  async judge(space: DiskSpace, now: number): Promise<void> {
    const growth = new Growth(await this.warnings.lastLooks());
    const isNew = growth.add(now, space);
    const daysLeft = growth.daysLeft(space);
    const warning = await this.warnings.present();
    const cause = causeOf(space, daysLeft, warning?.cause ?? null);
    this.state = {
      totalBytes: space.totalBytes,
      freeBytes: freeOf(space),
      daysLeft: daysLeft === Infinity ? null : daysLeft,
      isLow: cause !== null,
    };
    this.tell(this.state, cause);
    if (isNew) await this.warnings.keepLooks(growth.looks);
    if (cause === null) {
      if (warning !== null) await this.warnings.end(warning);
      return;
    }
    const present = warning ?? (await this.warnings.begin(now, cause));
    if (present === null || present.isPosted) return;
    if ((await this.letters.post(present, this.state)) > 0) await this.warnings.posted(present);
  }

  private tell({ totalBytes, freeBytes, daysLeft }: Disk, cause: Cause | null): void {
    diskSize.set(totalBytes);
    diskFree.set(freeBytes);
    diskLow.set(cause === null ? 0 : 1);
    if (cause === null) this.loggedAt = -Infinity;
    else if (performance.now() - this.loggedAt >= LOGGED_EVERY_MS) {
      this.loggedAt = performance.now();
      logger.warn({ cause, freeBytes, totalBytes, daysLeft }, 'the disk of the database will be full soon');
    }
  }

  private async tryLook(): Promise<void> {
    try {
      const space = await this.mongo.diskSpace();
      if (space !== null) await this.judge(space, await this.mongo.now());
    } catch (error) {
      logger.warn({ reason: reasonOf(error) }, 'the disk of the database was not looked at');
    }
  }
}

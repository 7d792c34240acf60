import { Injectable } from '@nestjs/common';
import { isAdmin } from '@telemon/contracts/actor';
import { letters } from '@telemon/contracts/alerting/letters';
import type { Disk } from '@telemon/contracts/devices/disk';
import { DAY_MS } from '@telemon/contracts/durations';
import { type FactCopy, FactCopies } from '@telemon/platform/facts/fact-copies';
import { Asker } from '@telemon/platform/messaging/asker';
import type { DiskWarning } from './disk-warnings.repository.ts';

const GB = 1024 ** 3;
/** After this time, an e-mail that could not be sent is of no use, ms. */
const GOOD_FOR_MS = 3 * DAY_MS;

/** The text of the e-mail about a warning. */
const textOf = ({ freeBytes, totalBytes, daysLeft }: Disk): string =>
  [
    `Of the ${(totalBytes / GB).toFixed(1)} GB of the database's disk, ${(freeBytes / GB).toFixed(1)} GB are free.`,
    ...(daysLeft === null
      ? []
      : [`At the growth of the last day it will be full in ${daysLeft.toFixed(1)} days.`]),
    'When it is full, Telemon stores no more readings until there is space again.',
    'Make the disk larger, free some of its space, or have old readings removed (READINGS_KEPT_DAYS).',
  ].join('\n');

/** E-mails to the admins about the disk. */
@Injectable()
export class DiskLetters {
  private readonly users: FactCopy<'user'>;

  constructor(
    copies: FactCopies,
    private readonly asker: Asker,
  ) {
    this.users = copies.of('user');
  }

  /** Posts an e-mail about a warning to each known admin, once however often it is called; returns how many there are. */
  async post({ since }: DiskWarning, disk: Disk): Promise<number> {
    let admins = 0;
    for (const { id, email, userRole } of this.users.values()) {
      if (!isAdmin(userRole)) continue;
      admins++;
      await this.asker.ask(letters.post, {
        id: `disk-${since}-${id}`,
        subject: 'The disk of Telemon will be full soon',
        text: textOf(disk),
        contact: null,
        email,
        goodUntil: since + GOOD_FOR_MS,
      });
    }
    return admins;
  }
}

import { Injectable } from '@nestjs/common';
import { type Actor, isAdmin, maySee } from '@telemon/contracts/actor';
import type { deviceLosses } from '@telemon/contracts/devices/device-losses';
import { HOUR_MS } from '@telemon/contracts/durations';
import { EXPORTS_KEPT_HOURS } from '@telemon/contracts/reporting/exports';
import type { AnswerOf, RequestOf } from '@telemon/contracts/call';
import { Mongo } from '@telemon/platform/mongo';
import type { ClientSession, Collection } from 'mongodb';
import { randomUUID } from 'node:crypto';
import type { DeviceDocument } from './device-document.ts';
import { DevicesRepository } from './devices.repository.ts';

/** Longer than anything is kept that was marked before a loss, ms. */
const KEPT_MS = (EXPORTS_KEPT_HOURS + 1) * HOUR_MS;

/** The newest loss of a user. */
interface LossDocument {
  /** The user's id. */
  _id: string;
  mark: string;
  forgetAt: Date;
}

/** Which users may have lost a device since a moment: one row for each user who has, however many devices there are. */
@Injectable()
export class DeviceLosses {
  private readonly losses: Collection<LossDocument>;

  constructor(
    mongo: Mongo,
    private readonly repository: DevicesRepository,
  ) {
    this.losses = mongo.collection<LossDocument>('device_losses', [
      { key: { forgetAt: 1 }, expireAfterSeconds: 0 },
    ]);
  }

  /** Notes who loses changed devices, in the transaction of the change. */
  async note(
    changed: readonly { before: DeviceDocument; after: DeviceDocument }[],
    session: ClientSession,
  ): Promise<void> {
    const losers = new Set(changed.flatMap(losersOf));
    if (losers.size === 0) return;
    const mark = randomUUID();
    const forgetAt = new Date(Date.now() + KEPT_MS);
    const noted = [...losers].map((_id) => ({
      updateOne: { filter: { _id }, update: { $set: { mark, forgetAt } }, upsert: true },
    }));
    await this.losses.bulkWrite(noted, { session });
  }

  /** Whether the actor has lost devices since a mark, and the mark of this moment. */
  async since(
    actor: Actor,
    { deviceName, mark }: RequestOf<typeof deviceLosses.since>,
  ): Promise<AnswerOf<typeof deviceLosses.since>> {
    if (isAdmin(actor.role)) return { mark: '', hasLost: false };
    return deviceName === null ? this.ofAny(actor, mark) : this.ofOne(actor, deviceName, mark);
  }

  private async ofAny({ id }: Actor, mark: string | null) {
    const present = (await this.losses.findOne({ _id: id }))?.mark ?? '';
    // No row: the last loss is longer ago than anything that was marked before it.
    return { mark: present, hasLost: mark !== null && present !== '' && present !== mark };
  }

  /** A device is marked by its key, because another device may have its name by now. */
  private async ofOne(actor: Actor, deviceName: string, mark: string | null) {
    const device = await this.repository.ownersOf(deviceName);
    const isSeen = device !== null && maySee(actor, device);
    const hasLost = mark !== null && device !== null && mark === String(device.key) && !isSeen;
    return { mark: isSeen ? String(device.key) : '', hasLost };
  }
}

/** The users who see a device before its change, and not after it. */
const losersOf = ({ before, after }: { before: DeviceDocument; after: DeviceDocument }): string[] => [
  ...(before.managerId === after.managerId ? [] : [before.managerId]),
  ...before.assistantIds.filter((id) => !after.assistantIds.includes(id)),
];

import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '@telemon/contracts/actor';
import type { AnswerOf, RequestOf } from '@telemon/contracts/call';
import { DAY_MS } from '@telemon/contracts/durations';
import {
  MOST_UNKNOWN_DEVICES,
  type UnknownDevice,
  type unknownDevices,
} from '@telemon/contracts/logs/unknown-devices';
import { type FactCopy, FactCopies } from '@telemon/platform/facts/fact-copies';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { logger } from '@telemon/platform/logging';
import { refuseAllButAdmins } from '@telemon/platform/messaging/role-errors';
import { Mongo } from '@telemon/platform/mongo';
import { runPasses } from '@telemon/platform/passes';
import { CONFIG } from '@telemon/platform/platform.module';
import type { LogsVariables } from '../config.ts';
import { unknownDeviceNotFound } from './unknown-devices.errors.ts';
import {
  type UnknownDeviceDocument,
  type UnknownDevicesQuery,
  UnknownDevicesRepository,
} from './unknown-devices.repository.ts';

/** The pause between two passes, ms. */
const PASS_EVERY_MS = 15_000;

/** Keeps names that messages come under although no device has them, until a device of the name is registered. Their number is bounded. */
@Injectable()
export class UnknownDevicesService {
  private readonly devices: FactCopy<'device'>;

  constructor(
    @Inject(CONFIG) private readonly config: Pick<LogsVariables, 'LOG_DAYS'>,
    private readonly repository: UnknownDevicesRepository,
    private readonly mongo: Mongo,
    copies: FactCopies,
    lifecycle: Lifecycle,
  ) {
    this.devices = copies.of('device');
    const passSoon = runPasses(lifecycle, {
      everyMs: PASS_EVERY_MS,
      parts: [() => this.pass(Date.now())],
      failed: 'unknown devices not removed',
    });
    this.devices.onChange((_name, state) => state && passSoon());
  }

  /** Keeps the names that an edge reports, without those of devices that are registered by now. */
  async keep({ source, names }: RequestOf<typeof unknownDevices.tell>): Promise<void> {
    const unknown = names.filter(({ deviceName }) => !this.isRegistered(deviceName));
    await this.repository.keep(source, unknown, new Date());
  }

  async list(actor: Actor, query: UnknownDevicesQuery): Promise<AnswerOf<typeof unknownDevices.list>> {
    refuseAllButAdmins(actor);
    const { rows, totalCount } = await this.repository.page(query);
    return { unknownDevices: rows.map(viewOf), pagination: { totalCount } };
  }

  async remove(actor: Actor, deviceName: string): Promise<null> {
    refuseAllButAdmins(actor);
    if ((await this.repository.remove([deviceName])) === 0) throw unknownDeviceNotFound();
    logger.info({ deviceName, user: actor.id }, 'unknown device removed');
    return null;
  }

  /**
   * Removes the names of registered devices, names that nothing came under for `LOG_DAYS`, and the least frequent names if there are too
   * many.
   * @param now Epoch milliseconds.
   */
  async pass(now: number): Promise<void> {
    const present = await this.mongo.noLaterThan(now);
    await this.repository.removeNotSeenSince(new Date(present - this.config.LOG_DAYS * DAY_MS));
    const names = await this.repository.names();
    const registered = names.filter((name) => this.isRegistered(name));
    await this.repository.remove(registered);
    const excess = names.length - registered.length - MOST_UNKNOWN_DEVICES;
    if (excess > 0) await this.repository.removeLeast(excess);
  }

  private isRegistered(name: string): boolean {
    return this.devices.get(name) !== undefined;
  }
}

const viewOf = ({ _id, firstSeenAt, lastSeenAt, ...row }: UnknownDeviceDocument): UnknownDevice => ({
  ...row,
  deviceName: _id,
  firstSeenAt: firstSeenAt.toISOString(),
  lastSeenAt: lastSeenAt.toISOString(),
});

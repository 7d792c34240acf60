import { Injectable } from '@nestjs/common';
import type { Actor } from '@telemon/contracts/actor';
import { COMMANDS_WITHDRAWN_SUBJECT, type CommandsWithdrawn } from '@telemon/contracts/mqtt-bridge/mqtt';
import type { UnversionedFact } from '@telemon/platform/facts/fact-outbox';
import { Live } from '@telemon/platform/messaging/live';
import type { ClientSession } from 'mongodb';
import type { DeviceDocument } from './device-document.ts';
import { deviceNotFound } from './devices.errors.ts';
import { DevicesRepository } from './devices.repository.ts';

/** Removes the belongings of a device and its manager, in the transaction. Returns the facts about them. */
type Remove = (device: DeviceDocument, session: ClientSession) => Promise<UnversionedFact[]>;

/**
 * The things that other features keep for a device and its manager, and that go when either goes. The features register here, because
 * they import the devices.
 */
@Injectable()
export class Belongings {
  private readonly removals: Remove[] = [];

  constructor(
    private readonly repository: DevicesRepository,
    private readonly live: Live,
  ) {}

  /**
   * The device that something is about to belong to, locked until the end of the transaction, so that it can't go meanwhile.
   * @throws if there is no such device, or the actor may not see it.
   */
  async holder(actor: Actor, deviceName: string, session: ClientSession): Promise<DeviceDocument> {
    const device = await this.repository.hold(actor, deviceName, session);
    if (!device) throw deviceNotFound();
    return device;
  }

  /** Calls `remove` when a device is deleted or gets another manager. */
  onEnd(remove: Remove): void {
    this.removals.push(remove);
  }

  /** Removes all that belongs to a device and its manager. Returns the facts, which the caller publishes. */
  async remove(device: DeviceDocument, session: ClientSession): Promise<UnversionedFact[]> {
    const facts: UnversionedFact[] = [];
    for (const remove of this.removals) facts.push(...(await remove(device, session)));
    return facts;
  }

  /** Tells the MQTT endpoint, without waiting for the facts, that it must not send the commands that they withdraw. */
  tellWithdrawn(facts: readonly UnversionedFact[], versions: readonly number[]): void {
    for (const [place, { kind, key }] of facts.entries()) {
      if (kind !== 'device-commands') continue;
      const withdrawn: CommandsWithdrawn = { deviceName: key, version: versions[place]! };
      this.live.publish(COMMANDS_WITHDRAWN_SUBJECT, withdrawn);
    }
  }
}

import { Injectable } from '@nestjs/common';
import { SYSTEM } from '@telemon/contracts/actor';
import { type FactCopy, FactCopies } from '@telemon/platform/facts/fact-copies';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { untilAnswered } from '@telemon/platform/until-answered';
import { DeviceChanges } from './device-changes.ts';
import { DevicesRepository } from './devices.repository.ts';

const PUBLISHED_AT_ONCE = 500;

/** Publishes facts again that an earlier Telemon published without the device's key. */
@Injectable()
export class FactsWithoutKey {
  private readonly facts: FactCopy<'device'>;

  constructor(
    private readonly repository: DevicesRepository,
    private readonly changes: DeviceChanges,
    copies: FactCopies,
    lifecycle: Lifecycle,
  ) {
    this.facts = copies.of('device');
    lifecycle.onStart(() => untilAnswered(() => this.publishAgain()));
  }

  async publishAgain(): Promise<void> {
    const names: string[] = [];
    for (const { deviceName, deviceKey } of this.facts.values())
      if (deviceKey === undefined) names.push(deviceName);
    for (let from = 0; from < names.length; from += PUBLISHED_AT_ONCE) {
      const some = names.slice(from, from + PUBLISHED_AT_ONCE);
      await this.changes.make(
        (session) => this.repository.withNames(SYSTEM, some, session),
        (device) => ({ ...device }),
      );
    }
  }
}

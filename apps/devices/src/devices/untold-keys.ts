import { Injectable } from '@nestjs/common';
import { SYSTEM } from '@telemon/contracts/actor';
import { type FactCopy, FactCopies } from '@telemon/platform/facts/fact-copies';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { untilAnswered } from '@telemon/platform/until-answered';
import { DeviceChanges } from './device-changes.ts';
import { DevicesRepository } from './devices.repository.ts';

const TOLD_AT_ONCE = 500;

/** Publishes facts again that an earlier Telemon published without the device's key. */
@Injectable()
export class UntoldKeys {
  private readonly told: FactCopy<'device'>;

  constructor(
    private readonly repository: DevicesRepository,
    private readonly changes: DeviceChanges,
    copies: FactCopies,
    lifecycle: Lifecycle,
  ) {
    this.told = copies.of('device');
    lifecycle.onStart(() => untilAnswered(() => this.tell()));
  }

  async tell(): Promise<void> {
    const names: string[] = [];
    for (const { deviceName, deviceKey } of this.told.values())
      if (deviceKey === undefined) names.push(deviceName);
    for (let from = 0; from < names.length; from += TOLD_AT_ONCE) {
      const some = names.slice(from, from + TOLD_AT_ONCE);
      await this.changes.make(
        (session) => this.repository.withNames(SYSTEM, some, session),
        (device) => ({ ...device }),
      );
    }
  }
}

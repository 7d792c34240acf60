import { Injectable } from '@nestjs/common';
import { credentials } from '@telemon/contracts/devices';
import type { DeviceState } from '@telemon/contracts/facts';
import { type FactCopy, FactCopies } from '@telemon/platform/facts/fact-copies';
import { Asker } from '@telemon/platform/messaging/asker';
import { LookUps } from './look-ups.ts';

/** Which names are registered devices: a copy in memory, and a question for the name that it doesn't hold. */
@Injectable()
export class KnownDevices {
  private readonly devices: FactCopy<'device'>;
  private readonly lookUps: LookUps;

  constructor(copies: FactCopies, asker: Asker) {
    this.devices = copies.of('device');
    this.lookUps = new LookUps(
      async (deviceName) => {
        const { passwordSha256 } = await asker.ask(credentials.lookUp, { deviceName });
        return passwordSha256 !== null;
      },
      () => performance.now(),
    );
    this.devices.onChange((name) => this.lookUps.forget(name));
  }

  isRegistered(name: string): boolean | Promise<boolean> {
    return this.devices.get(name) !== undefined || this.lookUps.isRegistered(name);
  }

  /** Calls `listener` for each device that is new, changed (its state) or gone (null). */
  onChange(listener: (name: string, state: DeviceState | null) => void): void {
    this.devices.onChange(listener);
  }
}

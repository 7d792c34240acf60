import { Injectable } from '@nestjs/common';
import { credentials } from '@telemon/contracts/devices/devices';
import type { DeviceState } from '@telemon/contracts/facts';
import { type FactCopy, FactCopies } from '@telemon/platform/facts/fact-copies';
import { Asker } from '@telemon/platform/messaging/asker';
import { type LookedUp, LookUps } from './look-ups.ts';

/** Which names are registered devices: a copy in memory, and a question for the name that it doesn't hold. */
@Injectable()
export class KnownDevices {
  private readonly devices: FactCopy<'device'>;
  private readonly lookUps: LookUps;

  constructor(copies: FactCopies, asker: Asker) {
    this.devices = copies.of('device');
    this.lookUps = new LookUps(
      async (deviceName) => {
        const { login } = await asker.ask(credentials.lookUp, { deviceName });
        return login?.deviceKey ?? null;
      },
      () => performance.now(),
    );
    this.devices.onChange((name) => this.lookUps.forget(name));
  }

  /** The key of the device that has a name. */
  keyOf(name: string): LookedUp | Promise<LookedUp> {
    // An earlier Telemon told of devices without their keys.
    return this.devices.get(name)?.deviceKey ?? this.lookUps.keyOf(name);
  }

  /** Calls `listener` for each device that is new, changed (its state) or gone (null). */
  onChange(listener: (name: string, state: DeviceState | null) => void): void {
    this.devices.onChange(listener);
  }
}

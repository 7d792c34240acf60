import { Injectable } from '@nestjs/common';
import { credentials } from '@telemon/contracts/devices/devices';
import type { DeviceState } from '@telemon/contracts/facts';
import { LOGIN_ENDED_SUBJECT, LoginEnded } from '@telemon/contracts/mqtt';
import { type FactCopy, FactCopies } from '@telemon/platform/facts/fact-copies';
import { Asker } from '@telemon/platform/messaging/asker';
import { Live } from '@telemon/platform/messaging/live';
import { type LookedUp, LookUps } from './look-ups.ts';

/**
 * Which names are registered devices: a copy in memory, and a question for the name that it doesn't hold, or that may
 * be another device's by now.
 */
@Injectable()
export class KnownDevices {
  private readonly devices: FactCopy<'device'>;
  private readonly lookUps: LookUps;
  /** Facts of logins that ended, by their versions, until they have come: what is older may be of a former device. */
  private readonly awaited = new Map<string, number>();

  constructor(copies: FactCopies, asker: Asker, live: Live) {
    this.devices = copies.of('device');
    this.lookUps = new LookUps(
      async (deviceName) => {
        const { version, login } = await asker.ask(credentials.lookUp, { deviceName });
        if (version < this.awaitedOf(deviceName)) return undefined;
        return login?.deviceKey ?? null;
      },
      () => performance.now(),
    );
    this.devices.onChange((name, _state, version) => {
      this.lookUps.forget(name);
      if (this.awaitedOf(name) <= version) this.awaited.delete(name);
    });
    live.subscribe(LOGIN_ENDED_SUBJECT, LoginEnded, ({ deviceName, version }) =>
      this.awaitFact(deviceName, version),
    );
  }

  /** The key of the device that has a name. */
  keyOf(name: string): LookedUp | Promise<LookedUp> {
    if (this.awaited.has(name)) return this.lookUps.keyOf(name);
    // An earlier Telemon told of devices without their keys.
    return this.devices.get(name)?.deviceKey ?? this.lookUps.keyOf(name);
  }

  /** Calls `listener` for each device that is new, changed (its state) or gone (null). */
  onChange(listener: (name: string, state: DeviceState | null) => void): void {
    this.devices.onChange(listener);
  }

  private awaitFact(name: string, version: number): void {
    if (version <= Math.max(this.devices.versionOf(name), this.awaitedOf(name))) return;
    this.awaited.set(name, version);
    this.lookUps.forget(name);
  }

  private awaitedOf(name: string): number {
    return this.awaited.get(name) ?? 0;
  }
}

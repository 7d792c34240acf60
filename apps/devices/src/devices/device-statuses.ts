import { Injectable } from '@nestjs/common';
import type { Device } from '@telemon/contracts/devices/devices';
import type { LiveDevice } from '@telemon/contracts/gateway/live';
import { LIVE_SUBJECTS } from '@telemon/contracts/topics';
import { type FactCopy, FactCopies } from '@telemon/platform/facts/fact-copies';
import { Live } from '@telemon/platform/messaging/live';
import { DeviceRegistry, type RegisteredDevice } from './device-registry.ts';

interface Silence {
  /** When the last reading arrived that alerting knew of, epoch milliseconds. */
  readonly since: number;
  /** When this process was told of the silence, epoch milliseconds. */
  readonly toldAt: number;
}

/** Whether devices have firing alerts and whether they are silent, from alerting's facts; and the live updates of devices. */
@Injectable()
export class DeviceStatuses {
  private readonly told: FactCopy<'device-status'>;
  private readonly silences = new Map<string, Silence>();

  constructor(
    copies: FactCopies,
    devices: DeviceRegistry,
    private readonly live: Live,
  ) {
    this.told = copies.of('device-status');
    this.told.onChange((deviceName, state) => {
      // A copy that an earlier version of Telemon stored says nothing of silence.
      this.noteSilence(deviceName, state?.silentSince ?? null);
      const device = devices.get(deviceName);
      if (device) this.show(device, 'status');
    });
  }

  /**
   * `status` is 1 while any alert of the device is firing. A silence began with the newest reading, of which alerting may not know
   * after a restart; a reading that arrived after this process was told of the silence ends it, before alerting says so.
   * @param lastUpdated When the device's newest reading arrived; null before the first, whatever a former device of its name was.
   */
  of(deviceName: string, lastUpdated: string | null): Pick<Device, 'status' | 'silentSince'> {
    const silence = this.silences.get(deviceName);
    const isSilent = silence && lastUpdated !== null && Date.parse(lastUpdated) <= silence.toldAt;
    return { status: this.statusOf(deviceName), silentSince: isSilent ? lastUpdated : null };
  }

  /** The names of all devices that may be firing or silent. */
  notable(): string[] {
    return [...this.told.values()]
      .map(({ deviceName }) => deviceName)
      .filter((name) => this.statusOf(name) !== 0 || this.silences.has(name));
  }

  /** Publishes a change of a device to open pages. */
  show({ name, audience }: Pick<RegisteredDevice, 'name' | 'audience'>, change: LiveDevice['change']): void {
    if (!this.live.isLookedAt) return;
    const update: LiveDevice = {
      audience,
      deviceName: name,
      change,
      status: this.statusOf(name),
      silentSince: this.silences.get(name)?.since ?? null,
    };
    this.live.publish(LIVE_SUBJECTS.devices, update);
  }

  private statusOf(deviceName: string): 0 | 1 {
    return (this.told.get(deviceName)?.firing ?? 0) > 0 ? 1 : 0;
  }

  private noteSilence(deviceName: string, since: number | null): void {
    if (since === null) this.silences.delete(deviceName);
    // A fact of another change, during the silence, must not revive it after a reading.
    else if (this.silences.get(deviceName)?.since !== since)
      this.silences.set(deviceName, { since, toldAt: Date.now() });
  }
}

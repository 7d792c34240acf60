import { Injectable } from '@nestjs/common';
import { PRESENCES_PER_MESSAGE, type ToldPresence } from '@telemon/contracts/devices/presence';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { runPasses } from '@telemon/platform/passes';
import { DeviceRegistry, type RegisteredDevice } from '../devices/device-registry.ts';
import { PresenceService } from '../presence/presence.service.ts';

/** Between two writes, ms. */
const KEPT_EVERY_MS = 1_000;

/**
 * The devices that sent unreadable messages over MQTT, with the last time. They are stored several at once, so that no reading waits
 * for them, and each device once, however often it sends such messages.
 */
@Injectable()
export class UnreadableMessages {
  private readonly unkept = new Map<number, ToldPresence>();

  constructor(
    private readonly registry: DeviceRegistry,
    private readonly presence: PresenceService,
    lifecycle: Lifecycle,
  ) {
    runPasses(lifecycle, {
      everyMs: KEPT_EVERY_MS,
      parts: [() => this.keep()],
      failed: 'unreadable messages not kept with their devices',
    });
  }

  /** @param at When it arrived, epoch milliseconds. */
  add({ name: deviceName, key: deviceKey }: Pick<RegisteredDevice, 'name' | 'key'>, at: number): void {
    const refused = { because: 'unreadable', at, address: null } as const;
    this.unkept.set(deviceKey, { deviceName, deviceKey, refused });
  }

  /** Writes some of the devices. */
  async keep(): Promise<void> {
    const some = [...this.unkept.values()].slice(0, PRESENCES_PER_MESSAGE);
    const present = some.filter(
      ({ deviceName, deviceKey }) => this.registry.get(deviceName)?.key === deviceKey,
    );
    await this.presence.refuse(present);
    for (const told of some) if (this.unkept.get(told.deviceKey) === told) this.unkept.delete(told.deviceKey);
  }
}

import { Injectable } from '@nestjs/common';
import {
  PRESENCES_PER_MESSAGE,
  REFUSED_BECAUSE,
  REPLICA_TELLS_EVERY_MS,
  type RefusedBecause,
  type ToldConnection,
  type ToldPresence,
  presence,
} from '@telemon/contracts/devices/presence';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { Asker } from '@telemon/platform/messaging/asker';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { ObservedDevice, PresenceObserver } from '../endpoint/presence-observer.ts';

/** The pause between two looks for changes, ms. */
const LOOK_EVERY_MS = 1_000;
/** Most messages of one look, so that a fleet that changes all the time keeps the devices service from nothing else. */
const MOST_MESSAGES = 4;
/** How long a stop waits for the devices service, ms. */
const LEFT_WITHIN_MS = 500;

const MEANS_A_FAULT: ReadonlySet<string> = new Set(REFUSED_BECAUSE);
const meansAFault = (because: string): because is RefusedBecause => MEANS_A_FAULT.has(because);

interface Here extends ObservedDevice {
  readonly connection: ToldConnection;
}

/**
 * Tells the devices service which devices are connected to this replica and what was refused of them: only what has changed, of each
 * device the newest, some at a time and one message after the other. So ten thousand devices that connect at once cost forty messages
 * within ten seconds, and no sign-in waits for one. A failed message's reports are told later. An empty message tells that the replica
 * is there.
 */
@Injectable()
export class PresenceReporter implements PresenceObserver {
  /** The devices that are connected here, by their keys. */
  private readonly here = new Map<number, Here>();
  /** Reports that are not told yet, by the devices' keys. */
  private readonly untold = new Map<number, ToldPresence>();
  private replica = randomUUID();
  private hasBegun = false;
  /** The number of the newest message. */
  private number = 0;
  /** When a message is due, also an empty one, by a clock that doesn't go back. */
  private dueAt = 0;
  /** Nothing is told before this time, after a failure. */
  private pausedUntil = 0;
  private isLeaving = false;
  private telling: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly asker: Asker,
    lifecycle: Lifecycle,
  ) {
    lifecycle.onStart(() => {
      this.timer = setInterval(() => this.look(), LOOK_EVERY_MS);
    });
    lifecycle.onStop(() => this.leave());
  }

  connected(device: ObservedDevice, begun: Omit<ToldConnection, 'endedAt'>): void {
    const { deviceName, deviceKey } = device;
    const connection = { ...begun, endedAt: null };
    this.here.set(deviceKey, { deviceName, deviceKey, connection });
    this.note(device, { connection });
  }

  disconnected(device: ObservedDevice): void {
    const here = this.here.get(device.deviceKey);
    if (!here) return;
    this.here.delete(device.deviceKey);
    this.note(device, { connection: { ...here.connection, endedAt: Date.now() } });
  }

  refused(device: ObservedDevice, because: string, address: string | null = null): void {
    if (device.isTest || !meansAFault(because)) return;
    this.note(device, { refused: { because, at: Date.now(), address } });
  }

  /** Tells the changes, unless that is under way. */
  look(): void {
    const now = performance.now();
    if (this.telling || now < this.pausedUntil) return;
    if (this.untold.size === 0 && now < this.dueAt) return;
    this.telling = this.tellAll().finally(() => {
      this.telling = undefined;
    });
  }

  private note({ deviceName, deviceKey }: ObservedDevice, news: Partial<ToldPresence>): void {
    this.untold.set(deviceKey, { ...this.untold.get(deviceKey), ...news, deviceName, deviceKey });
  }

  private async tellAll(): Promise<void> {
    try {
      for (let messages = 0; messages < MOST_MESSAGES && !this.isLeaving; messages++) {
        if (!this.hasBegun) await this.tell('begins', []);
        await this.tell('stays', this.some());
        if (this.untold.size === 0) break;
      }
    } catch {
      // `ask` has logged it.
      this.pausedUntil = performance.now() + REPLICA_TELLS_EVERY_MS;
    }
  }

  /** Takes the next reports for one message. */
  private some(): ToldPresence[] {
    const some = [...this.untold.values()].slice(0, PRESENCES_PER_MESSAGE);
    for (const { deviceKey } of some) this.untold.delete(deviceKey);
    return some;
  }

  private async tell(phase: 'begins' | 'stays' | 'leaves', devices: ToldPresence[]): Promise<void> {
    const { replica } = this;
    try {
      const { isKnown } = await this.asker.ask(presence.tell, {
        replica,
        number: ++this.number,
        phase,
        ...(devices.length > 0 && { devices }),
      });
      this.dueAt = performance.now() + REPLICA_TELLS_EVERY_MS;
      if (phase === 'begins') this.hasBegun = true;
      if (!isKnown) this.beginAnew(devices);
    } catch (error) {
      this.putBack(devices);
      throw error;
    }
  }

  /** Reports that were not taken are told again, unless there are newer ones. */
  private putBack(devices: readonly ToldPresence[]): void {
    for (const told of devices)
      this.untold.set(told.deviceKey, { ...told, ...this.untold.get(told.deviceKey) });
  }

  /** The devices service has given this replica up, and with it its connections: all are told again, under another id. */
  private beginAnew(devices: readonly ToldPresence[]): void {
    this.putBack(devices);
    this.replica = randomUUID();
    this.hasBegun = false;
    for (const device of this.here.values()) this.note(device, { connection: device.connection });
    this.dueAt = 0;
  }

  /** Without an answer in time, the devices service notices that the replica is gone. */
  private async leave(): Promise<void> {
    clearInterval(this.timer);
    this.isLeaving = true;
    const left = (async () => {
      await this.telling;
      if (this.hasBegun) await this.tell('leaves', this.some()).catch(() => undefined);
    })();
    await Promise.race([left, delay(LEFT_WITHIN_MS, undefined, { ref: false })]);
  }
}

import { Injectable } from '@nestjs/common';
import type { AnswerOf } from '@telemon/contracts/call';
import { credentials } from '@telemon/contracts/devices/devices';
import {
  UDP_IDENTITY_CHANGED_SUBJECT,
  type UdpIdentity,
  UdpIdentityChanged,
} from '@telemon/contracts/devices/udp-identity';
import { LOGIN_ENDED_SUBJECT, LoginEnded } from '@telemon/contracts/mqtt-bridge/mqtt';
import type { DeviceState } from '@telemon/contracts/facts';
import { type LookUpLimits, LookUps } from '@telemon/edge/look-ups';
import { type FactCopy, FactCopies } from '@telemon/platform/facts/fact-copies';
import { Asker } from '@telemon/platform/messaging/asker';
import { Live } from '@telemon/platform/messaging/live';

/**
 * Datagrams can't wait long and may hold any name, so look-ups are few, and an answer is cached until a fact comes. As many names may wait
 * as a burst of look-ups has, so that all names of a sender with many devices are looked up.
 */
const LOOK_UPS: LookUpLimits = {
  atOnce: 4,
  waiting: 40,
  rate: { perSecond: 20, burst: 40 },
  usedForMs: 60_000,
  remembered: 2_000,
};

type Answer = AnswerOf<typeof credentials.lookUp>;

/** The key of a device; null: there is no such device; undefined: unknown at present. */
type DeviceKey = number | null | undefined;

/** A registered device, as far as its datagrams need it. */
export interface KnownDevice {
  readonly deviceKey: number;
  /** Missing: none, because an earlier version of Telemon told of the device. */
  readonly udp?: UdpIdentity | undefined;
}

/** A registered device; null: there is no such device; undefined: unknown at present. */
export type LookedUp = KnownDevice | null | undefined;

/**
 * The keys and UDP identities of registered devices by name: from facts, or from the devices service where the fact may still be under
 * way.
 */
@Injectable()
export class DeviceKeys {
  private readonly devices: FactCopy<'device'>;
  private readonly lookUps: LookUps<Answer>;
  /**
   * Versions of facts about ended logins and changed identities that have not come yet, by name: an older key may be a former device's.
   */
  private readonly awaited = new Map<string, number>();

  constructor(copies: FactCopies, asker: Asker, live: Live) {
    this.devices = copies.of('device');
    this.lookUps = new LookUps((deviceName) => asker.ask(credentials.lookUp, { deviceName }), LOOK_UPS);
    this.devices.onChange((name, _state, version) => {
      this.lookUps.forget(name);
      if (this.awaitedOf(name) <= version) this.awaited.delete(name);
    });
    const awaitFact = ({ deviceName, version }: LoginEnded) => this.awaitFact(deviceName, version);
    live.subscribe(LOGIN_ENDED_SUBJECT, LoginEnded, awaitFact);
    live.subscribe(UDP_IDENTITY_CHANGED_SUBJECT, UdpIdentityChanged, awaitFact);
  }

  /** The device with this name; a promise if the devices service has to be asked. */
  find(name: string): LookedUp | Promise<LookedUp> {
    const told = this.told(name);
    if (told !== undefined) return told;
    const answer = this.lookUps.answerOf(name);
    if (answer) return this.deviceIn(answer, name);
    return this.lookUps.ask(name)?.then(
      (asked) => this.deviceIn(asked, name),
      () => undefined,
    );
  }

  /** The key of the device with this name; a promise if the devices service has to be asked. */
  of(name: string): DeviceKey | Promise<DeviceKey> {
    const found = this.find(name);
    return found instanceof Promise ? found.then(keyOf) : keyOf(found);
  }

  private deviceIn({ version, login }: Answer, name: string): LookedUp {
    // A newer fact may have come while the question was under way.
    if (version >= Math.max(this.awaitedOf(name), this.devices.versionOf(name))) return login;
    this.lookUps.forget(name);
    return this.told(name);
  }

  /** The device in the newest fact; undefined if a newer one is awaited, and for facts of an earlier Telemon, which have no key. */
  private told(name: string): KnownDevice | undefined {
    const device = this.devices.get(name);
    return device !== undefined && hasKey(device) && !this.awaited.has(name) ? device : undefined;
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

const keyOf = (found: LookedUp): DeviceKey => (found ? found.deviceKey : found);
const hasKey = (device: DeviceState): device is DeviceState & KnownDevice => device.deviceKey !== undefined;

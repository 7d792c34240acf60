import { Injectable } from '@nestjs/common';
import type { AnswerOf } from '@telemon/contracts/call';
import { credentials } from '@telemon/contracts/devices/devices';
import type { LoginEnded } from '@telemon/contracts/mqtt-bridge/mqtt';
import { loginIdOf } from '@telemon/contracts/readings';
import { type LookUpLimits, LookUps } from '@telemon/edge/look-ups';
import { UnknownDevices } from '@telemon/edge/unknown-devices';
import { type FactCopy, FactCopies } from '@telemon/platform/facts/fact-copies';
import { Asker } from '@telemon/platform/messaging/asker';
import { createHash, timingSafeEqual } from 'node:crypto';
import type { AcceptedLogin, Authenticator, Proof, Verdict } from '../endpoint/authenticator.ts';

/** Many devices may sign in at once, and each can wait. Answers expire soon, because a password may change. */
const LOOK_UPS: LookUpLimits = { atOnce: 8, waiting: 2_000, rate: null, usedForMs: 500, remembered: 10_000 };

/** Look-ups per sign-in, as the device may change before each answer. */
const MOST_QUESTIONS = 3;

/** Time for the devices service to answer with the successor of an ended login, ms. */
const ANSWERED_WITHIN_MS = 1_000;

type Answer = AnswerOf<typeof credentials.lookUp>;

/** A device's login, null if there is no such device; it is at least as new as the fact of this version. */
interface Known extends Pick<Answer, 'version'> {
  login: Pick<NonNullable<Answer['login']>, 'deviceKey' | 'passwordSha256'> | null;
}

/**
 * Checks devices' logins: in a copy of the hashes of their passwords, fed by facts, and by a look-up in the devices service
 * if the copy doesn't accept a login. Logins in the copy keep working while everything else is down; others need an answer
 * of devices. Of copy and answer, the one with the higher version counts.
 */
@Injectable()
export class Credentials implements Authenticator {
  private readonly devices: FactCopy<'device'>;
  private readonly lookUps: LookUps<Known>;
  /** Answers that are newer than the copy, until the copy has caught up. */
  private readonly ahead = new Map<string, Known>();
  /** Logins older than this version have ended, and their successors are not known yet. */
  private readonly endedBefore = new Map<string, number>();
  private readonly listeners: ((deviceName: string) => void)[] = [];

  constructor(
    copies: FactCopies,
    private readonly asker: Asker,
    private readonly unknownDevices: UnknownDevices,
  ) {
    this.devices = copies.of('device');
    this.lookUps = new LookUps((deviceName) => asker.ask(credentials.lookUp, { deviceName }), LOOK_UPS);
    this.devices.onChange((deviceName, _state, version) => {
      this.lookUps.forget(deviceName);
      const ahead = this.ahead.get(deviceName);
      if (ahead && ahead.version <= version) this.ahead.delete(deviceName);
      this.changed(deviceName);
    });
  }

  check(deviceName: string, proof: Proof): Verdict | undefined {
    const { version, login } = this.newest(deviceName);
    if (login === null || version < this.endOf(deviceName) || !proves(proof, login.passwordSha256))
      return undefined;
    return { outcome: 'accepted', login: { ...login, version } };
  }

  async ask(deviceName: string, proof: Proof): Promise<Verdict> {
    const cached = this.lookUps.answerOf(deviceName);
    // Since then, the device may have been created, or have got this password.
    if (cached && !(cached.login && proves(proof, cached.login.passwordSha256)))
      this.lookUps.forget(deviceName);
    const answer = await this.lookUp(deviceName);
    if (!answer) return { outcome: 'unavailable' };
    const { version, login } = answer;
    if (login === null) this.unknownDevices.add(deviceName);
    if (login === null || !proves(proof, login.passwordSha256)) return { outcome: 'refused' };
    return { outcome: 'accepted', login: { ...login, version } };
  }

  /** The key of the device with this name, from local data; undefined if the devices service has to be asked. */
  keyOf(deviceName: string): number | undefined {
    const { version, login } = this.newest(deviceName);
    return version < this.endOf(deviceName) ? undefined : login?.deviceKey;
  }

  /**
   * Asks the devices service for those keys; null: there is no such device; undefined: it has to be asked again.
   * @throws if it doesn't answer
   */
  async askForKeys(deviceNames: string[]): Promise<(number | null | undefined)[]> {
    const { logins } = await this.asker.ask(credentials.lookUpAll, { deviceNames });
    return deviceNames.map((deviceName, place) => {
      const answer = logins[place];
      if (!answer || this.isOutdated(deviceName, answer)) return undefined;
      this.learn(deviceName, answer);
      return answer.login?.deviceKey ?? null;
    });
  }

  isRevoked(deviceName: string, { passwordSha256, version }: AcceptedLogin): boolean {
    const newest = this.newest(deviceName);
    if (newest.version < this.endOf(deviceName)) return version < this.endOf(deviceName);
    return newest.version > version && newest.login?.passwordSha256 !== passwordSha256;
  }

  /**
   * Asks devices for the successor of ended logins, as the fact may take longer. Without an answer in time, the logins end all
   * the same, and sign-ins have to wait for devices.
   */
  async endLogins({ deviceName, version }: LoginEnded): Promise<void> {
    if (version <= this.newest(deviceName).version) return;
    this.endedBefore.set(deviceName, Math.max(version, this.endOf(deviceName)));
    const endThem = () => this.notify(deviceName);
    const timer = setTimeout(endThem, ANSWERED_WITHIN_MS);
    try {
      const answer = await this.lookUps.askAnew(deviceName);
      if (answer) this.learn(deviceName, answer);
    } catch {
      // Then the fact brings their successor.
    } finally {
      endThem();
      clearTimeout(timer);
    }
  }

  /** Calls `listener` when a device's login may have changed. */
  onChange(listener: (deviceName: string) => void): void {
    this.listeners.push(listener);
  }

  /** Asks the devices service for the device's login; undefined if it doesn't answer now. */
  private async lookUp(deviceName: string): Promise<Known | undefined> {
    try {
      for (let questions = 0; questions < MOST_QUESTIONS; questions++) {
        const answer = await this.lookUps.ask(deviceName);
        if (!answer) break;
        if (this.isOutdated(deviceName, answer)) continue;
        this.learn(deviceName, answer);
        return answer;
      }
    } catch {
      // The devices service doesn't answer.
    }
    return undefined;
  }

  /** Whether a fact has come meanwhile that is newer than an answer. */
  private isOutdated(deviceName: string, { version }: Known): boolean {
    return version < Math.max(this.newest(deviceName).version, this.endOf(deviceName));
  }

  private newest(deviceName: string): Known {
    const ahead = this.ahead.get(deviceName);
    if (ahead) return ahead;
    const version = this.devices.versionOf(deviceName);
    const { deviceKey, passwordSha256 } = this.devices.get(deviceName) ?? {};
    // Facts of an earlier Telemon have no key: devices is asked instead.
    if (deviceKey === undefined || passwordSha256 === undefined) return { version, login: null };
    return { version, login: { deviceKey, passwordSha256 } };
  }

  private learn(deviceName: string, answer: Known): void {
    if (answer.version <= this.newest(deviceName).version) return;
    this.ahead.set(deviceName, answer);
    this.changed(deviceName);
  }

  /** Logins older than this version have ended; 0 unless that is newer than the known login. */
  private endOf(deviceName: string): number {
    return this.endedBefore.get(deviceName) ?? 0;
  }

  private changed(deviceName: string): void {
    if (this.newest(deviceName).version >= this.endOf(deviceName)) this.endedBefore.delete(deviceName);
    this.notify(deviceName);
  }

  private notify(deviceName: string): void {
    for (const listener of this.listeners) listener(deviceName);
  }
}

/** Whether a proof is for the login whose password has this hash; hashes are compared in constant time. */
const proves = (proof: Proof, passwordSha256: string): boolean => {
  // A certificate's login id is no secret: an authority has signed it.
  if ('loginId' in proof) return proof.loginId === loginIdOf(passwordSha256);
  const given = createHash('sha256').update(proof.password).digest();
  const wanted = Buffer.from(passwordSha256, 'hex');
  return wanted.length === given.length && timingSafeEqual(given, wanted);
};

import { Injectable } from '@nestjs/common';
import type { AnswerOf } from '@telemon/contracts/call';
import { credentials } from '@telemon/contracts/devices/devices';
import type { LoginEnded } from '@telemon/contracts/mqtt';
import { type FactCopy, FactCopies } from '@telemon/platform/facts/fact-copies';
import { Asker } from '@telemon/platform/messaging/asker';
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Authenticator, Login, Verdict } from '../endpoint/collaborators.ts';
import { LookUps } from './look-ups.ts';

/** A device that changes with each answer is not asked about for ever. */
const MOST_QUESTIONS = 3;

/** For so long devices is waited for to say what came after a login that has ended, ms. */
const SAID_WITHIN_MS = 1_000;

/** A device's login, null where there is no such device, and the version of the fact that it is at least as new as. */
type Known = AnswerOf<typeof credentials.lookUp>;

/**
 * Devices' logins: a copy of the fingerprints of their passwords, fed by facts, and a question to the devices service
 * where the copy doesn't let a login in. What the copy knows keeps working while everything else is down; what it
 * doesn't know never gets in unless devices says so. Of copy and answer the newer one counts, as their versions tell.
 */
@Injectable()
export class Credentials implements Authenticator {
  private readonly devices: FactCopy<'device'>;
  private readonly lookUps: LookUps<Known>;
  /** Answers that are ahead of the copy, until the facts that they know of have come. */
  private readonly ahead = new Map<string, Known>();
  /** Logins that are older than this have ended, and what came after them is not known yet. */
  private readonly endedBefore = new Map<string, number>();
  private readonly listeners: ((deviceName: string) => void)[] = [];

  constructor(copies: FactCopies, asker: Asker) {
    this.devices = copies.of('device');
    this.lookUps = new LookUps((deviceName) => asker.ask(credentials.lookUp, { deviceName }));
    this.devices.onChange((deviceName, _state, version) => {
      this.lookUps.forget(deviceName);
      const ahead = this.ahead.get(deviceName);
      if (ahead && ahead.version <= version) this.ahead.delete(deviceName);
      this.changed(deviceName);
    });
  }

  check(deviceName: string, password: Buffer): Verdict | undefined {
    const { version, login } = this.newest(deviceName);
    if (login === null || version < this.endOf(deviceName) || !isOf(login.passwordSha256, password))
      return undefined;
    return { outcome: 'accepted', login: { ...login, version } };
  }

  async ask(deviceName: string, password: Buffer): Promise<Verdict> {
    try {
      for (let questions = 0; questions < MOST_QUESTIONS; questions++) {
        const answer = await this.lookUps.ask(deviceName);
        // A fact has come meanwhile that the answer doesn't know of yet.
        if (answer.version < Math.max(this.newest(deviceName).version, this.endOf(deviceName))) continue;
        this.learn(deviceName, answer);
        const { version, login } = answer;
        if (login === null || !isOf(login.passwordSha256, password)) return { outcome: 'refused' };
        return { outcome: 'accepted', login: { ...login, version } };
      }
    } catch {
      // Nobody answers, or too many ask.
    }
    return { outcome: 'unavailable' };
  }

  isRevoked(deviceName: string, { passwordSha256, version }: Login): boolean {
    const newest = this.newest(deviceName);
    if (newest.version < this.endOf(deviceName)) return version < this.endOf(deviceName);
    return newest.version > version && newest.login?.passwordSha256 !== passwordSha256;
  }

  /**
   * Asks devices what came after logins that have ended, as the fact may take longer. Where devices doesn't say so in time, they
   * are ended all the same, and whoever signs in has to wait for devices.
   */
  async endLogins({ deviceName, version }: LoginEnded): Promise<void> {
    if (version <= this.newest(deviceName).version) return;
    this.endedBefore.set(deviceName, Math.max(version, this.endOf(deviceName)));
    const endThem = () => this.tellOf(deviceName);
    const timer = setTimeout(endThem, SAID_WITHIN_MS);
    try {
      this.learn(deviceName, await this.lookUps.askAnew(deviceName));
    } catch {
      // Then its fact tells what came after them.
    } finally {
      endThem();
      clearTimeout(timer);
    }
  }

  /** Calls `listener` when a device's login may have changed. */
  onChange(listener: (deviceName: string) => void): void {
    this.listeners.push(listener);
  }

  private newest(deviceName: string): Known {
    const ahead = this.ahead.get(deviceName);
    if (ahead) return ahead;
    const version = this.devices.versionOf(deviceName);
    const { deviceKey, passwordSha256 } = this.devices.get(deviceName) ?? {};
    // An earlier Telemon told of devices without their keys: of these, devices is asked.
    if (deviceKey === undefined || passwordSha256 === undefined) return { version, login: null };
    return { version, login: { deviceKey, passwordSha256 } };
  }

  private learn(deviceName: string, answer: Known): void {
    if (answer.version <= this.newest(deviceName).version) return;
    this.ahead.set(deviceName, answer);
    this.changed(deviceName);
  }

  /** 0: none of its logins is known to have ended beyond what is known of the device. */
  private endOf(deviceName: string): number {
    return this.endedBefore.get(deviceName) ?? 0;
  }

  private changed(deviceName: string): void {
    if (this.newest(deviceName).version >= this.endOf(deviceName)) this.endedBefore.delete(deviceName);
    this.tellOf(deviceName);
  }

  private tellOf(deviceName: string): void {
    for (const listener of this.listeners) listener(deviceName);
  }
}

/** Whether a password has this fingerprint, in a time that tells nothing of either. */
const isOf = (passwordSha256: string, password: Buffer): boolean => {
  const given = createHash('sha256').update(password).digest();
  const wanted = Buffer.from(passwordSha256, 'hex');
  return wanted.length === given.length && timingSafeEqual(given, wanted);
};

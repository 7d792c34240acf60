import { Injectable } from '@nestjs/common';
import type { AnswerOf } from '@telemon/contracts/call';
import { credentials } from '@telemon/contracts/devices/devices';
import { type FactCopy, FactCopies } from '@telemon/platform/facts/fact-copies';
import { Asker } from '@telemon/platform/messaging/asker';
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Authenticator, Login, Verdict } from '../endpoint/collaborators.ts';
import { LookUps } from './look-ups.ts';

/** A device that changes with each answer is not asked about for ever. */
const MOST_QUESTIONS = 3;

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
  private readonly listeners: ((deviceName: string) => void)[] = [];

  constructor(copies: FactCopies, asker: Asker) {
    this.devices = copies.of('device');
    this.lookUps = new LookUps((deviceName) => asker.ask(credentials.lookUp, { deviceName }));
    this.devices.onChange((deviceName, _state, version) => {
      this.lookUps.forget(deviceName);
      const ahead = this.ahead.get(deviceName);
      if (ahead && ahead.version <= version) this.ahead.delete(deviceName);
      this.tellOf(deviceName);
    });
  }

  check(deviceName: string, password: Buffer): Verdict | undefined {
    const { version, login } = this.newest(deviceName);
    if (login === null || !isOf(login.passwordSha256, password)) return undefined;
    return { outcome: 'accepted', login: { ...login, version } };
  }

  async ask(deviceName: string, password: Buffer): Promise<Verdict> {
    try {
      for (let questions = 0; questions < MOST_QUESTIONS; questions++) {
        const answer = await this.lookUps.ask(deviceName);
        // A fact has come meanwhile that the answer doesn't know of yet.
        if (answer.version < this.newest(deviceName).version) continue;
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
    return newest.version > version && newest.login?.passwordSha256 !== passwordSha256;
  }

  /** Asks devices about a login that has ended, as its fact may take longer. */
  async lookAgain(deviceName: string): Promise<void> {
    try {
      this.learn(deviceName, await this.lookUps.askAnew(deviceName));
    } catch {
      // Then its fact tells.
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

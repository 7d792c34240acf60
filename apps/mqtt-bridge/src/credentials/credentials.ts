import { Injectable } from '@nestjs/common';
import { credentials } from '@telemon/contracts/devices';
import { type FactCopy, FactCopies } from '@telemon/platform/facts/fact-copies';
import { Asker } from '@telemon/platform/messaging/asker';
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Authenticator, Verdict } from '../endpoint/collaborators.ts';
import { LookUps } from './look-ups.ts';

/**
 * Devices' logins: a copy of the fingerprints of their passwords, fed by facts, and a question to the devices service
 * where the copy doesn't let a login in. What the copy knows keeps working while everything else is down; what it
 * doesn't know never gets in unless devices says so.
 */
@Injectable()
export class Credentials implements Authenticator {
  private readonly devices: FactCopy<'device'>;
  private readonly lookUps: LookUps;

  constructor(copies: FactCopies, asker: Asker) {
    this.devices = copies.of('device');
    this.lookUps = new LookUps(
      async (deviceName) => (await asker.ask(credentials.lookUp, { deviceName })).passwordSha256,
    );
  }

  check(deviceName: string, password: Buffer): Verdict | undefined {
    const known = this.devices.get(deviceName)?.passwordSha256;
    if (known === undefined || !isOf(known, password)) return undefined;
    return { outcome: 'accepted', passwordSha256: known };
  }

  async ask(deviceName: string, password: Buffer): Promise<Verdict> {
    try {
      const passwordSha256 = await this.lookUps.ask(deviceName);
      if (passwordSha256 === null || !isOf(passwordSha256, password)) return { outcome: 'refused' };
      return { outcome: 'accepted', passwordSha256 };
    } catch {
      return { outcome: 'unavailable' };
    }
  }

  /** Calls `listener` with the fingerprint of a device's password when it may have changed; null: the device is gone. */
  onChange(listener: (deviceName: string, passwordSha256: string | null) => void): void {
    this.devices.onChange((deviceName, state) => listener(deviceName, state?.passwordSha256 ?? null));
  }
}

/** Whether a password has this fingerprint, in a time that tells nothing of either. */
const isOf = (passwordSha256: string, password: Buffer): boolean => {
  const given = createHash('sha256').update(password).digest();
  const wanted = Buffer.from(passwordSha256, 'hex');
  return wanted.length === given.length && timingSafeEqual(given, wanted);
};

import { Injectable } from '@nestjs/common';
import { createHash, randomBytes } from 'node:crypto';
import type { AcceptedLogin, Authenticator, Proof, Verdict } from '../endpoint/authenticator.ts';
import { Credentials } from './credentials.ts';

/** As many random bytes as a device's own password has. */
const PASSWORD_BYTES = 16;

/** A device that the bridge signs in as. */
interface Impersonated {
  readonly deviceName: string;
  readonly deviceKey: number;
}

/**
 * Checks devices' logins, and the logins that the bridge makes for test readings: each is for one sign-in as one device, and is
 * known to this process alone. What comes over it is marked as a test.
 */
@Injectable()
export class OneTimeLogins implements Authenticator {
  /** Name and hash of the password → the login. Empty but for the moments of a test. */
  private readonly open = new Map<string, AcceptedLogin>();

  constructor(private readonly credentials: Credentials) {}

  /** Makes a login, which is valid until it is used or ended. */
  make({ deviceName, deviceKey }: Impersonated): { password: string; end: () => void } {
    const password = randomBytes(PASSWORD_BYTES).toString('hex');
    const passwordSha256 = sha256Of(password);
    const name = nameOf(deviceName, passwordSha256);
    this.open.set(name, { deviceKey, passwordSha256, version: 0, isTest: true });
    return { password, end: () => void this.open.delete(name) };
  }

  check(deviceName: string, proof: Proof): Verdict | undefined {
    const login =
      this.open.size > 0 && 'password' in proof
        ? this.use(nameOf(deviceName, sha256Of(proof.password)))
        : undefined;
    return login ? { outcome: 'accepted', login } : this.credentials.check(deviceName, proof);
  }

  ask(deviceName: string, proof: Proof): Promise<Verdict> {
    return this.credentials.ask(deviceName, proof);
  }

  keyOf(deviceName: string): number | undefined {
    return this.credentials.keyOf(deviceName);
  }

  isRevoked(deviceName: string, login: AcceptedLogin): boolean {
    return login.isTest ? false : this.credentials.isRevoked(deviceName, login);
  }

  private use(name: string): AcceptedLogin | undefined {
    const login = this.open.get(name);
    this.open.delete(name);
    return login;
  }
}

const sha256Of = (password: string | Buffer): string => createHash('sha256').update(password).digest('hex');

const nameOf = (deviceName: string, passwordSha256: string): string => `${deviceName} ${passwordSha256}`;

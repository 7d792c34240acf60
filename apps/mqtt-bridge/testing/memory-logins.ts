import { loginIdOf } from '@telemon/contracts/readings';
import { createHash } from 'node:crypto';
import type { AcceptedLogin, Authenticator, Proof, Verdict } from '../src/endpoint/authenticator.ts';

export const sha256 = (password: string | Buffer): string =>
  createHash('sha256').update(password).digest('hex');

/** The known logins of a spec. Any other name or proof needs a look-up, which the spec answers. */
export class MemoryLogins implements Authenticator {
  private readonly known = new Map<string, AcceptedLogin>();
  /** Names of devices whose logins have ended. */
  readonly revoked = new Set<string>();
  /** Names that were looked up. */
  readonly lookedUp: string[] = [];
  answer: (deviceName: string, proof: Proof) => Promise<Verdict> = async () => ({ outcome: 'refused' });

  add(deviceName: string, password: string): void {
    this.known.set(deviceName, loginWith(password, this.known.size + 1));
  }

  check(deviceName: string, proof: Proof): Verdict | undefined {
    const login = this.known.get(deviceName);
    if (!login) return undefined;
    const isProven =
      'password' in proof
        ? login.passwordSha256 === sha256(proof.password)
        : loginIdOf(login.passwordSha256) === proof.loginId;
    return isProven ? { outcome: 'accepted', login } : undefined;
  }

  ask(deviceName: string, proof: Proof): Promise<Verdict> {
    this.lookedUp.push(deviceName);
    return this.answer(deviceName, proof);
  }

  keyOf(deviceName: string): number | undefined {
    return this.known.get(deviceName)?.deviceKey;
  }

  isRevoked(deviceName: string): boolean {
    return this.revoked.has(deviceName);
  }
}

export const loginWith = (password: string | Buffer, deviceKey = 1): AcceptedLogin => ({
  deviceKey,
  passwordSha256: sha256(password),
  version: 1,
});

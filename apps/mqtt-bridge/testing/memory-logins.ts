import { createHash } from 'node:crypto';
import type { Authenticator, Verdict } from '../src/endpoint/collaborators.ts';

export const sha256 = (password: string | Buffer): string =>
  createHash('sha256').update(password).digest('hex');

/** Logins in a spec. Any other name has to be asked for, and the spec answers. */
export class MemoryLogins implements Authenticator {
  private readonly known = new Map<string, string>();
  /** Names that were asked for. */
  readonly asked: string[] = [];
  answer: (deviceName: string, password: Buffer) => Promise<Verdict> = async () => ({ outcome: 'refused' });

  add(deviceName: string, password: string): void {
    this.known.set(deviceName, sha256(password));
  }

  check(deviceName: string, password: Buffer): Verdict | undefined {
    const passwordSha256 = this.known.get(deviceName);
    if (passwordSha256 !== sha256(password)) return undefined;
    return { outcome: 'accepted', passwordSha256 };
  }

  ask(deviceName: string, password: Buffer): Promise<Verdict> {
    this.asked.push(deviceName);
    return this.answer(deviceName, password);
  }
}

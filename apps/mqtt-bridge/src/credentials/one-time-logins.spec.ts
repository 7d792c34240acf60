import { describe, expect, it } from '@jest/globals';
import { MemoryLogins } from '../../testing/memory-logins.ts';
import type { Credentials } from './credentials.ts';
import { OneTimeLogins } from './one-time-logins.ts';

const PUMP = { deviceName: 'pump01', deviceKey: 7 };

const givenLogins = () => {
  const known = new MemoryLogins();
  known.add('pump01', 'its own');
  const logins = new OneTimeLogins(known as unknown as Credentials);
  const isTest = (deviceName: string, password: string): boolean | 'unknown' => {
    const verdict = logins.check(deviceName, { password: Buffer.from(password) });
    return verdict?.outcome === 'accepted' ? verdict.login.isTest === true : 'unknown';
  };
  return { logins, known, isTest };
};

describe('a login for a test reading', () => {
  it('is accepted once, marks its sign-in as a test, and has a password like that of a device', () => {
    const { logins, isTest } = givenLogins();
    const { password } = logins.make(PUMP);
    expect(password).toMatch(/^[0-9a-f]{32}$/);
    expect(logins.check('pump01', { password: Buffer.from(password) })).toMatchObject({
      login: { deviceKey: 7, isTest: true },
    });
    expect(isTest('pump01', password)).toBe('unknown');
  });

  it('is that of one device, and ends', () => {
    const { logins, isTest } = givenLogins();
    const { password, end } = logins.make(PUMP);
    expect(isTest('tank_02', password)).toBe('unknown');
    expect(isTest('pump01', 'a guess')).toBe('unknown');
    end();
    expect(isTest('pump01', password)).toBe('unknown');
  });

  it("leaves the device's own login as it is, which is never a test", () => {
    const { logins, known, isTest } = givenLogins();
    const { password } = logins.make(PUMP);
    expect(isTest('pump01', 'its own')).toBe(false);
    known.revoked.add('pump01');
    const verdict = logins.check('pump01', { password: Buffer.from(password) });
    expect(verdict?.outcome === 'accepted' && logins.isRevoked('pump01', verdict.login)).toBe(false);
    const own = logins.check('pump01', { password: Buffer.from('its own') });
    expect(own?.outcome === 'accepted' && logins.isRevoked('pump01', own.login)).toBe(true);
  });
});

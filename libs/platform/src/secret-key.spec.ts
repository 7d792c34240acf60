import { describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { SecretKey, derived, sealed, unsealed } from './secret-key.ts';

const newKey = () => SecretKey.parse(randomBytes(32).toString('base64'));

describe('a key for secrets', () => {
  it.each([
    ['nothing', undefined],
    ['a password', 'correct horse battery staple'],
    ['too few bytes', randomBytes(31).toString('base64')],
    ['too many bytes', randomBytes(33).toString('base64')],
    ['hexadecimal digits', randomBytes(32).toString('hex')],
    ['one byte over and over', Buffer.alloc(32, 7).toString('base64')],
    ['a pattern', Buffer.from('0123'.repeat(8)).toString('base64')],
  ])('is refused: %s', (_what, text) => {
    const { success, error } = SecretKey.safeParse(text);
    expect(success).toBe(false);
    expect(error!.issues[0]!.message).toContain('should be 32 random bytes in base64');
  });
});

describe('a sealed text', () => {
  const TEXT = '-----BEGIN CERTIFICATE-----\n…';

  it('is read with its key, and differs each time', () => {
    const key = newKey();
    const [one, other] = [sealed(TEXT, key, 'r1'), sealed(TEXT, key, 'r1')];
    expect(one).not.toBe(other);
    expect(Buffer.from(one, 'base64').toString('latin1')).not.toContain('BEGIN');
    expect([unsealed(one, key, 'r1'), unsealed(other, key, 'r1')]).toEqual([TEXT, TEXT]);
  });

  it('is not read with another key, for another owner, or after a change', () => {
    const key = newKey();
    const text = sealed(TEXT, key, 'r1');
    const changed = Buffer.from(text, 'base64');
    changed[changed.length - 1]! ^= 1;
    expect(() => unsealed(text, newKey(), 'r1')).toThrow();
    expect(() => unsealed(text, key, 'r2')).toThrow();
    expect(() => unsealed(changed.toString('base64'), key, 'r1')).toThrow();
    expect(() => unsealed('', key, 'r1')).toThrow();
  });
});

describe('a derived key', () => {
  it('is the same for the same use, and another for each other use and key', () => {
    const key = newKey();
    const first = derived(key, 'udp 1 a', 16);
    expect(first).toHaveLength(16);
    expect(derived(key, 'udp 1 a', 16)).toEqual(first);
    expect(derived(key, 'udp 1 b', 16)).not.toEqual(first);
    expect(derived(newKey(), 'udp 1 a', 16)).not.toEqual(first);
  });
});

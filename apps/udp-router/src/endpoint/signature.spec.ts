import { describe, expect, it } from '@jest/globals';
import { createSecretKey } from 'node:crypto';
import { signed } from '../../testing/signed.ts';
import { isSignedWith, signedDatagram, withoutSignature } from './signature.ts';

const KEY = '000102030405060708090a0b0c0d0e0f';
const key = createSecretKey(Buffer.from(KEY, 'hex'));
const judge = (datagram: string | Buffer) => {
  const found = signedDatagram(Buffer.from(datagram));
  return found && { payload: String(found.payload), counter: found.counter, right: isSignedWith(key, found) };
};

describe('a signed datagram', () => {
  it('is the example of the documentation', () => {
    expect(signed('pump01,TC1=20.1', 1, KEY)).toBe('pump01,TC1=20.1;1;7d6f1c0203f30434');
  });

  it.each([
    'pump01,TC1=20.1',
    'pump01',
    '{"deviceId":"pump01","TC1":20.1}',
    ' { "note": "é;1;", "deviceId":"pump01" }\n',
  ])('has its payload, its counter and its signature at the end: %j', (payload) => {
    for (const counter of [0, 7, 1_764_000_000_000, Number.MAX_SAFE_INTEGER])
      expect(judge(signed(payload, counter, KEY))).toEqual({ payload, counter, right: true });
  });

  it('may end with a line end, and have capitals in its signature', () => {
    const payload = 'pump01,TC1=1';
    const [, counter, mac] = signed(payload, 5, KEY).split(';');
    for (const datagram of [
      `${payload};${counter};${mac!.toUpperCase()}`,
      `${payload};${counter};${mac}\r\n`,
      `${payload};${counter};${mac} \t`,
    ])
      expect(judge(datagram)).toEqual({ payload, counter: 5, right: true });
  });

  it('is wrong after the change of any of its bits', () => {
    const datagram = Buffer.from(signed('pump01,TC1=20.1', 42, KEY));
    for (let bit = 0; bit < datagram.length * 8; bit++) {
      const changed = Buffer.from(datagram);
      changed[bit >> 3]! ^= 1 << (bit & 7);
      const isOfMac = bit >> 3 >= datagram.length - 16;
      // The capital of a hex digit is the same digit.
      if (isOfMac && String(changed).toLowerCase() === String(datagram).toLowerCase()) continue;
      expect(judge(changed)?.right ?? false).toBe(false);
    }
  });

  it('is wrong with the key of another device', () => {
    expect(judge(signed('pump01,TC1=1', 1, 'f'.repeat(32)))).toMatchObject({ right: false });
  });
});

describe('a datagram without a signature', () => {
  it.each([
    '',
    ';',
    ';;',
    'pump01,TC1=20.1',
    '{"deviceId":"pump01"}',
    '1;0011223344556677',
    'pump01;;0011223344556677',
    'pump01;1;001122334455667',
    'pump01;1;00112233445566778',
    'pump01;1;001122334455667g',
    'pump01;-1;0011223344556677',
    'pump01;1.5;0011223344556677',
    'pump01;9007199254740992;0011223344556677',
    'pump01;12345678901234567;0011223344556677',
    `pump01;${'1'.repeat(40)};0011223344556677`,
  ])('is distinguished from one with a signature: %j', (datagram) => {
    expect(judge(datagram)).toBeNull();
  });
});

describe('the part of a datagram that the log gets', () => {
  const payload = 'pump01,TC1=1';
  const datagram = signed(payload, 5, KEY);

  it('is its payload, whether it is signed or not', () => {
    for (const whole of [payload, datagram, `${datagram}\r\n`])
      expect(String(withoutSignature(Buffer.from(whole)))).toBe(payload);
  });

  it('is the whole datagram if more blanks follow its signature than are skipped', () => {
    const padded = Buffer.from(datagram + ' '.repeat(60_000));
    expect(withoutSignature(padded)).toBe(padded);
    expect(signedDatagram(padded)).toMatchObject({ counter: 5 });
  });
});

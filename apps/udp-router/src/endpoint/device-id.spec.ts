import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { deviceIdOf } from './device-id.ts';

const idOf = (text: string) => deviceIdOf(Buffer.from(text));
const NAME = /^[A-Za-z0-9_-]{3,15}$/;
const name = fc.stringMatching(NAME);
const json = fc.dictionary(
  fc.string({ maxLength: 12 }).filter((key) => key !== 'deviceId'),
  fc.jsonValue({ maxDepth: 3 }),
  { maxKeys: 4 },
);

describe('the device that a datagram names', () => {
  it('is the deviceId of a JSON object', () => {
    expect(idOf('{"deviceId":"pump01","TC1":20.1}')).toBe('pump01');
    expect(idOf(' {\n "TC1" : 20.1, "deviceId" : "pump01" }')).toBe('pump01');
  });

  it('is the text before the first comma of a line', () => {
    expect(idOf('pump01,TC1=20.1,TC2=4')).toBe('pump01');
    expect(idOf('pump01\n')).toBe('pump01');
    expect(idOf('pump01')).toBe('pump01');
  });

  it('is found anywhere in the object, among any other fields', () => {
    fc.assert(
      fc.property(json, name, json, (before, deviceId, after) => {
        const text = JSON.stringify({ ...before, deviceId, ...after });
        fc.pre(text.length < 3_000 && JSON.parse(text).deviceId === deviceId);
        expect(idOf(text)).toBe(deviceId);
      }),
    );
  });

  it('is taken from the outermost object only', () => {
    expect(idOf('{"inner":{"deviceId":"other"},"deviceId":"pump01"}')).toBe('pump01');
    expect(idOf('{"inner":[{"deviceId":"other"}]}')).toBeNull();
    expect(idOf('{"note":"\\"deviceId\\":\\"other\\"","deviceId":"pump01"}')).toBe('pump01');
    expect(idOf('{"x":"deviceId"}')).toBeNull();
    expect(idOf('{}{"deviceId":"pump01"}')).toBeNull();
  });

  it('is found even if the rest can’t be parsed, so that it is rejected with a reason', () => {
    expect(idOf('{"deviceId":"pump01","TC1":')).toBe('pump01');
    expect(idOf('{"deviceId":"pump01","TC1":NaN}')).toBe('pump01');
    expect(idOf('pump01,garbage')).toBe('pump01');
  });

  it('is null for a name that no device can have', () => {
    for (const text of [
      '',
      '   ',
      '{',
      '{"deviceId"',
      '{"deviceId":',
      '{"deviceId":"pump01',
      '{"deviceId":7}',
      '{"deviceId":"ab"}',
      '{"deviceId":"a-name-of-sixteen"}',
      '{"deviceId":"pump/1"}',
      '{"deviceId":null,"TC1":1}',
      '["pump01"]',
      'ab,TC1=1',
      'a-name-of-sixteen,TC1=1',
      'pump01;TC1=1',
      '"pump01",TC1=1',
      '\u0000pump01,TC1=1',
    ]) {
      expect({ text, id: idOf(text) }).toEqual({ text, id: null });
    }
  });

  it('is looked for in the first 4 KB only', () => {
    const filler = JSON.stringify('x'.repeat(5_000));
    expect(idOf(`{"deviceId":"pump01","filler":${filler}}`)).toBe('pump01');
    expect(idOf(`{"filler":${filler},"deviceId":"pump01"}`)).toBeNull();
  });

  it('is a valid name or null, for any bytes', () => {
    const bytes = fc.uint8Array({ maxLength: 200 });
    const pieces = fc
      .array(fc.constantFrom('{', '}', '"', '\\', ':', ',', '[', ']', 'deviceId', 'pump01', ' ', '1'), {
        maxLength: 20,
      })
      .map((parts) => Buffer.from(parts.join('')));
    fc.assert(
      fc.property(fc.oneof(bytes, pieces), (datagram) => {
        const id = deviceIdOf(Buffer.from(datagram));
        expect(id === null || NAME.test(id)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});

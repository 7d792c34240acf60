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
  it('stands in a JSON object under deviceId', () => {
    expect(idOf('{"deviceId":"pump01","TC1":20.1}')).toBe('pump01');
    expect(idOf(' {\n "TC1" : 20.1, "deviceId" : "pump01" }')).toBe('pump01');
  });

  it('stands before the first comma of a line', () => {
    expect(idOf('pump01,TC1=20.1,TC2=4')).toBe('pump01');
    expect(idOf('pump01\n')).toBe('pump01');
    expect(idOf('pump01')).toBe('pump01');
  });

  it('is found wherever in the object it stands, whatever stands around it', () => {
    fc.assert(
      fc.property(json, name, json, (before, deviceId, after) => {
        const text = JSON.stringify({ ...before, deviceId, ...after });
        fc.pre(text.length < 3_000 && JSON.parse(text).deviceId === deviceId);
        expect(idOf(text)).toBe(deviceId);
      }),
    );
  });

  it('is the one of the outermost object only', () => {
    expect(idOf('{"inner":{"deviceId":"other"},"deviceId":"pump01"}')).toBe('pump01');
    expect(idOf('{"inner":[{"deviceId":"other"}]}')).toBeNull();
    expect(idOf('{"note":"\\"deviceId\\":\\"other\\"","deviceId":"pump01"}')).toBe('pump01');
    expect(idOf('{"x":"deviceId"}')).toBeNull();
    expect(idOf('{}{"deviceId":"pump01"}')).toBeNull();
  });

  it('is known where the rest can’t be read, so that it is refused with a reason', () => {
    expect(idOf('{"deviceId":"pump01","TC1":')).toBe('pump01');
    expect(idOf('{"deviceId":"pump01","TC1":NaN}')).toBe('pump01');
    expect(idOf('pump01,garbage')).toBe('pump01');
  });

  it('is none where no device could have that name', () => {
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

  it('is a possible name or none, whatever bytes come in', () => {
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

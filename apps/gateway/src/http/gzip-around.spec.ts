import { describe, expect, it } from '@jest/globals';
import { PackedJson } from '@telemon/platform/messaging/packed-json';
import { gunzipSync } from 'node:zlib';
import { gzipAround } from './gzip-around.ts';

const around = async (before: string, json: string, after: string) =>
  gunzipSync(gzipAround(Buffer.from(before), await PackedJson.of([json]), Buffer.from(after)));

describe('a gzip file around packed JSON', () => {
  it.each([
    ['nothing', ''],
    ['a little', '[1,"é"]'],
    ['64 KB', 'x'.repeat(65_536)],
    [
      'megabytes',
      JSON.stringify(Array.from({ length: 60_000 }, (_, index) => ({ name: `device-${index}` }))),
    ],
  ])('holds %s, with the texts before and after it', async (_, json) => {
    expect((await around('{"data":', json, '}')).toString()).toBe(`{"data":${json}}`);
  });

  it('has a checksum that fails for other content', async () => {
    const packed = await PackedJson.of(['[1,2,3]']);
    const other = new PackedJson(packed.deflated, packed.length, packed.checksum ^ 1);
    expect(() => gunzipSync(gzipAround(Buffer.from('{'), other, Buffer.from('}')))).toThrow(
      'incorrect data check',
    );
  });
});

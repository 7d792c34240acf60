import { describe, expect, it } from '@jest/globals';
import { BSON } from 'mongodb';
import { DecodeCache } from './decode-cache.ts';

const bytesOf = (document: object) => Buffer.from(BSON.serialize(document));

describe('a decoded document', () => {
  it('is reused for the same bytes, and decoded anew for others', () => {
    const documents = new DecodeCache(2);
    const first = documents.of(bytesOf({ _id: 'a', alias: 'Käse ⚠' }));
    expect(first).toEqual({ _id: 'a', alias: 'Käse ⚠' });
    expect(documents.of(bytesOf({ _id: 'a', alias: 'Käse ⚠' }))).toBe(first);
    expect(documents.of(bytesOf({ _id: 'a', alias: 'Käse' }))).toEqual({ _id: 'a', alias: 'Käse' });
  });

  it('is evicted after many others were decoded', () => {
    const documents = new DecodeCache(2);
    const first = documents.of(bytesOf({ _id: 'a' }));
    for (const _id of ['b', 'c', 'd', 'e']) documents.of(bytesOf({ _id }));
    const again = documents.of(bytesOf({ _id: 'a' }));
    expect(again).toEqual(first);
    expect(again).not.toBe(first);
  });
});

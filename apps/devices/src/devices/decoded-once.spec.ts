import { describe, expect, it } from '@jest/globals';
import { BSON } from 'mongodb';
import { DecodedOnce } from './decoded-once.ts';

const bytesOf = (document: object) => Buffer.from(BSON.serialize(document));

describe('documents that are decoded once', () => {
  it('are the same as long as their bytes are, and others as soon as these differ', () => {
    const documents = new DecodedOnce(2);
    const first = documents.of(bytesOf({ _id: 'a', alias: 'Käse ⚠' }));
    expect(first).toEqual({ _id: 'a', alias: 'Käse ⚠' });
    expect(documents.of(bytesOf({ _id: 'a', alias: 'Käse ⚠' }))).toBe(first);
    expect(documents.of(bytesOf({ _id: 'a', alias: 'Käse' }))).toEqual({ _id: 'a', alias: 'Käse' });
  });

  it('are forgotten when many others were met since', () => {
    const documents = new DecodedOnce(2);
    const first = documents.of(bytesOf({ _id: 'a' }));
    for (const _id of ['b', 'c', 'd', 'e']) documents.of(bytesOf({ _id }));
    const again = documents.of(bytesOf({ _id: 'a' }));
    expect(again).toEqual(first);
    expect(again).not.toBe(first);
  });
});

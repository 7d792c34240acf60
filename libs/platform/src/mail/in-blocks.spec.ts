import { describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { inBlocks } from './in-blocks.ts';

const KIBIBYTE = 1024;

/** Reading by events gives each block by itself. */
const blocksOf = async (source: Readable): Promise<Buffer[]> => {
  const blocks: Buffer[] = [];
  const stream = inBlocks(source).on('data', (block: Buffer) => blocks.push(block));
  await once(stream, 'end');
  return blocks;
};

describe('a stream in blocks', () => {
  it('gives the pieces of a short message as one block', async () => {
    const pieces = ['Subject: Hot\r\n', '\r\n', 'It is hot.', '\r\n'].map((text) => Buffer.from(text));
    expect(await blocksOf(Readable.from(pieces))).toEqual([Buffer.concat(pieces)]);
  });

  it('gives a long message block by block, with each byte once', async () => {
    const pieces = Array.from({ length: 300 }, (_, index) => Buffer.alloc(KIBIBYTE, index));
    const blocks = await blocksOf(Readable.from(pieces));
    expect(blocks.map(({ length }) => length / KIBIBYTE)).toEqual([64, 64, 64, 64, 44]);
    expect(Buffer.concat(blocks)).toEqual(Buffer.concat(pieces));
  });

  it('gives no block of an empty stream', async () => {
    expect(await blocksOf(Readable.from([]))).toEqual([]);
  });

  it('fails with the error of its source, also before it is read', async () => {
    const source = new PassThrough();
    const blocks = inBlocks(source);
    source.destroy(new Error('the attachment is gone'));
    await expect(once(blocks, 'end')).rejects.toThrow('the attachment is gone');
  });

  it('fails if its source ends before its time', async () => {
    const source = new PassThrough();
    const blocks = inBlocks(source);
    source.write('Subject: Hot');
    source.destroy();
    await expect(once(blocks, 'end')).rejects.toThrow('Premature close');
  });

  it('destroys its source when it is destroyed', async () => {
    const source = new PassThrough();
    const blocks = inBlocks(source);
    source.write('Subject: Hot');
    blocks.destroy();
    await once(source, 'close');
    expect(source.readableEnded).toBe(false);
  });
});

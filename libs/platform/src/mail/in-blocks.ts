import { finished, type Readable, Transform } from 'node:stream';

/** Largest single write to a connection, bytes; e-mails without an attachment are smaller. */
const BLOCK_BYTES = 64 * 1024;

class Blocks extends Transform {
  private parts: Buffer[] = [];
  private bytes = 0;

  override _transform(part: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.parts.push(part);
    this.bytes += part.length;
    if (this.bytes >= BLOCK_BYTES) this.pushBlock();
    done();
  }

  override _flush(done: () => void): void {
    if (this.bytes > 0) this.pushBlock();
    done();
  }

  private pushBlock(): void {
    this.push(Buffer.concat(this.parts));
    this.parts = [];
    this.bytes = 0;
  }
}

/**
 * Gathers the bytes of a stream into blocks of at least 64 KiB, of which only the last is smaller. nodemailer composes a message of some
 * twenty pieces, and writes each by itself, which is work for us and for the mail server.
 *
 * @returns A stream with the same bytes. It fails if the source fails, and destroys the source when it is destroyed.
 */
export const inBlocks = (source: Readable): Readable => {
  const blocks = new Blocks();
  // `pipeline` would do the same, but makes an `AbortError` for each message.
  finished(source, (error) => {
    if (error) blocks.destroy(error);
  });
  blocks.once('close', () => source.destroy());
  return source.pipe(blocks);
};

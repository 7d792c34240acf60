import { Binary, type Collection } from 'mongodb';
import { createHmac, randomBytes } from 'node:crypto';

const KEY_BYTES = 32;

export interface SigningKeyDocument {
  _id: string;
  key: Binary;
}

/** A key for signatures. It is created once and stored in the database, so that every process accepts the signatures of the others. */
export class SigningKey {
  private key: Promise<Buffer> | undefined;

  /** @param id The name of the key; each purpose has its own. */
  constructor(
    private readonly keys: Collection<SigningKeyDocument>,
    private readonly id: string,
  ) {}

  /** The HMAC (SHA-256) of a content, 32 bytes. @throws if the key could not be read yet */
  async sign(content: string | Uint8Array): Promise<Buffer> {
    return createHmac('sha256', await this.read())
      .update(content)
      .digest();
  }

  /** Reads the key, or creates it. */
  read(): Promise<Buffer> {
    this.key ??= this.readNow();
    // Not cached after an error: the next call asks the database again.
    this.key.catch(() => (this.key = undefined));
    return this.key;
  }

  private async readNow(): Promise<Buffer> {
    const row = await this.keys.findOneAndUpdate(
      { _id: this.id },
      { $setOnInsert: { key: new Binary(randomBytes(KEY_BYTES)) } },
      { upsert: true, returnDocument: 'after' },
    );
    return Buffer.from(row!.key.buffer);
  }
}

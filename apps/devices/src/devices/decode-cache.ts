import { BSON, type Document } from 'mongodb';

/**
 * A cache of decoded documents by their bytes. The home page reads thousands of documents, of which hardly any has changed since
 * the last time: a look-up by bytes is far faster than decoding, and creates no garbage. Callers must not change a document.
 */
export class DecodeCache<Decoded extends Document> {
  private present = new Map<string, Decoded>();
  private former = new Map<string, Decoded>();

  /** @param most Documents per generation. There are two; a document that is not used for a whole generation is evicted. */
  constructor(private readonly most: number) {}

  of(bytes: Buffer): Decoded {
    const key = bytes.toString('latin1');
    const known = this.present.get(key);
    if (known) return known;
    const decoded = this.former.get(key) ?? (BSON.deserialize(bytes) as Decoded);
    if (this.present.size >= this.most) [this.former, this.present] = [this.present, new Map()];
    this.present.set(key, decoded);
    return decoded;
  }
}

import { BSON, type Document } from 'mongodb';

/**
 * Documents as they are decoded, by their bytes. Thousands are read to show the first page, and hardly one of them differs from
 * what it was the last time: to find it by its bytes takes far less than to decode it, and leaves nothing to tidy up.
 * Whoever gets one must not change it.
 */
export class DecodedOnce<Decoded extends Document> {
  private present = new Map<string, Decoded>();
  private former = new Map<string, Decoded>();

  /** @param most What was not met for as many others is forgotten; twice as many are remembered at most. */
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

/** The copies of one message. */
interface Copies {
  /** Copies that don't say that they may be second ones. */
  readonly plain: number;
  /** Copies that say that they may be second ones. */
  readonly repeated: number;
  /** The ids of all copies, if the channel shows one. */
  readonly ids: ReadonlySet<string>;
}

const NONE: Copies = { plain: 0, repeated: 0, ids: new Set() };

/** The messages that reached a provider, by their first line. */
export class Received {
  readonly #copies = new Map<string, Copies>();

  add({ text, isRepeated, id }: { text: string; isRepeated: boolean; id?: string }): void {
    const [line = ''] = text.split('\n');
    const { plain, repeated, ids } = this.of(line);
    this.#copies.set(line, {
      plain: plain + (isRepeated ? 0 : 1),
      repeated: repeated + (isRepeated ? 1 : 0),
      ids: id === undefined ? ids : new Set([...ids, id]),
    });
  }

  of(line: string): Copies {
    return this.#copies.get(line) ?? NONE;
  }
}

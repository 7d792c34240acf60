import type { LiveReading } from '@telemon/contracts/gateway/live';
import { aReading } from '@telemon/testing/builders';

const EVENT = 'event: reading\n';

/** A client that reads the live stream without delay, and counts the readings. */
export class QuickReader {
  received = 0;
  readonly #leaving = new AbortController();

  static async open(url: string, token: string): Promise<QuickReader> {
    const reader = new QuickReader();
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${url}/v1/stream`, { headers, signal: reader.#leaving.signal });
    if (!answer.ok || answer.body === null) throw new Error(`The live stream answered ${answer.status}`);
    void reader.#read(answer.body);
    return reader;
  }

  leave(): void {
    this.#leaving.abort();
  }

  async #read(body: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    let rest = '';
    try {
      for await (const bytes of body) {
        const parts = (rest + decoder.decode(bytes, { stream: true })).split(EVENT);
        this.received += parts.length - 1;
        rest = parts.at(-1)!.slice(-EVENT.length);
      }
    } catch {
      // leave() aborts the read.
    }
  }
}

/** A reading that this manager may see. */
export const liveReadingOf = (managerId: string): LiveReading => ({
  audience: { managerId, assistantIds: [] },
  reading: aReading({ current: [20.5, null, null, null], battery: 3.7 }),
});

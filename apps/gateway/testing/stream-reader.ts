import type { Audience, LiveReading } from '@telemon/contracts/gateway/live';
import { aReading } from '@telemon/testing/builders';

interface StreamEvent {
  id: string;
  event: string;
  data: string;
}

/** Reads a stream as a page does. */
export class StreamReader {
  readonly events: StreamEvent[] = [];
  signsOfLife = 0;
  lastId = '';
  isOver = false;
  private readonly leaving = new AbortController();

  private constructor(readonly response: Response) {}

  static async open(url: string, token: string, headers: Record<string, string> = {}): Promise<StreamReader> {
    const leaving = new AbortController();
    const response = await fetch(`${url}/v1/stream`, {
      headers: { authorization: `Bearer ${token}`, ...headers },
      signal: leaving.signal,
    });
    const reader = new StreamReader(response);
    reader.leaving.signal.addEventListener('abort', () => leaving.abort());
    if (response.ok) void reader.read();
    return reader;
  }

  leave(): void {
    this.leaving.abort();
  }

  /** The events of one device. */
  of(deviceName: string): StreamEvent[] {
    return this.events.filter(
      ({ data }) => (JSON.parse(data) as { deviceName?: string }).deviceName === deviceName,
    );
  }

  private async read(): Promise<void> {
    const decoder = new TextDecoder();
    let rest = '';
    try {
      for await (const chunk of this.response.body!) {
        const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
        rest = blocks.pop()!;
        for (const block of blocks) this.take(block);
      }
    } catch {
      // Left, or cut off: the stream is over.
    }
    this.isOver = true;
  }

  private take(block: string): void {
    const { id, event, data } = Object.fromEntries(
      block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
    ) as Partial<StreamEvent>;
    this.lastId = id ?? this.lastId;
    if (event !== undefined && data !== undefined) this.events.push({ id: this.lastId, event, data });
    else this.signsOfLife++;
  }
}

export const readingOf = (deviceName: string, audience: Audience): LiveReading => ({
  audience,
  reading: aReading({ deviceName, current: [20.5, null, null, null], battery: 3.7 }),
});

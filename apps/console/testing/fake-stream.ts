import type { STREAM_EVENTS } from '@telemon/contracts/gateway/live';
import type { z } from 'zod';

type Events = typeof STREAM_EVENTS;

/** Far more often than the page waits for a sign of life, also on a busy machine. */
const BEAT_MS = 2_000;

/** The live stream. Stays open, and says nothing until a spec writes to it. */
export class FakeStream {
  private controller: ReadableStreamDefaultController<Uint8Array> | undefined;

  open(signal: AbortSignal | null | undefined): Response {
    const start = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      this.controller = controller;
      const beat = setInterval(() => controller.enqueue(new TextEncoder().encode(':\n')), BEAT_MS);
      signal?.addEventListener('abort', () => {
        clearInterval(beat);
        controller.error(signal.reason);
      });
    };
    return new Response(new ReadableStream({ start }));
  }

  /** Writes raw lines to the latest connection. */
  write(lines: string): void {
    if (this.controller === undefined) throw new Error('The page has not opened the stream');
    this.controller.enqueue(new TextEncoder().encode(lines));
  }

  tell<Name extends keyof Events>(event: Name, data: z.infer<Events[Name]>): void {
    this.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }
}

import type { STREAM_EVENTS } from '@telemon/contracts/gateway/live';
import type { z } from 'zod';

type Events = typeof STREAM_EVENTS;

/** The live stream. Stays open, and says nothing until a spec writes to it. */
export class FakeStream {
  private controller: ReadableStreamDefaultController<Uint8Array> | undefined;

  /** @param beatMs How often it gives a sign of life, ms; null: never */
  constructor(private readonly beatMs: number | null = null) {}

  open(signal: AbortSignal | null | undefined): Response {
    const start = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      this.controller = controller;
      const beat = this.beatMs === null ? undefined : setInterval(() => this.write(':\n'), this.beatMs);
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

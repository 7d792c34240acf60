import { beforeEach } from '@jest/globals';
import type { STREAM_EVENTS } from '@telemon/contracts/gateway/live';
import type { z } from 'zod';
import './open-console.tsx';

type Events = typeof STREAM_EVENTS;

/** A stream of live updates that a spec can tell something by, in place of the silent one. */
class SpokenStream {
  private controller: ReadableStreamDefaultController<Uint8Array> | undefined;

  open(signal: AbortSignal | null | undefined): Response {
    const start = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      this.controller = controller;
      signal?.addEventListener('abort', () => controller.error(signal.reason));
    };
    return new Response(new ReadableStream({ start }));
  }

  tell<Name extends keyof Events>(event: Name, data: z.infer<Events[Name]>): void {
    if (this.controller === undefined) throw new Error('The page has not opened the stream');
    const lines = `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
    this.controller.enqueue(new TextEncoder().encode(lines));
  }
}

export let stream = new SpokenStream();

// After that of the console, which puts the fake in the place of fetch.
beforeEach(() => {
  stream = new SpokenStream();
  const { fetch } = window;
  window.fetch = async (url, init) => (url === '/v1/stream' ? stream.open(init?.signal) : fetch(url, init));
});

import type { Server } from 'node:http';

/**
 * Counts the requests under way, so that a stop waits for them alone: browsers open connections in advance, on which no
 * request may ever come.
 */
export class RequestsUnderWay {
  private count = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(server: Server) {
    server.on('request', (_request, response) => {
      this.count++;
      response.once('close', () => {
        this.count--;
        if (this.count === 0) for (const resolve of this.waiting.splice(0)) resolve();
      });
    });
  }

  /** Resolves when there is none. */
  async none(): Promise<void> {
    if (this.count > 0) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }
}
